import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import {
  figureText,
  placeText,
  squareFeetOf,
  formatListedBy,
  formatListingPrice,
} from '#core/domain/listings/listing-display.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { ListingStatusBadge, SyncMark } from '#ui/feedback/badge.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { stretchedLink, linkContainer } from '#ui/layout/stretched-link.ts'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './listing-list-page.module.css'
import { useListingMark } from './listing-marks.ts'
import { ListingPhoto } from './listing-photo.tsx'
import { addressOf, type PhotoRow, dashboardPath } from './listing-row-kinds.ts'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { ChartLineIcon, PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { IconButton, iconButtonClass } from '#ui/basics/icon-button.tsx'

type ListingCardProps = {
  listing: ListingRow
  photo: PhotoRow | undefined
  onDelete: (listing: ListingRow) => void
}

/** A listing in the list. Memoized, because sixty cards must not render for each letter of a search. */
export const ListingCard = memo(function ListingCard({ listing, photo, onDelete }: ListingCardProps) {
  const headingId = useId()
  const { mark, note } = useListingMark(listing.key, photo === undefined ? [] : [photo.key])
  const address = addressOf(listing)
  const params = { listingId: recordIdInUrl(listing) }
  const listedBy = formatListedBy(listing)
  return (
    <Card
      element="article"
      flush
      className={classNames(styles.card, linkContainer)}
      aria-labelledby={headingId}
      isUnsent={mark !== null}
    >
      <ListingPhoto photo={photo} address={address} sizes="(min-width: 1024px) 384px, (min-width: 640px) 50vw, 100vw">
        <span className={styles.status}>
          <ListingStatusBadge status={listing.status} />
        </span>
        {mark !== null && (
          <span className={styles.mark}>
            <SyncMark state={mark} />
          </span>
        )}
      </ListingPhoto>
      <div className={styles.body}>
        <p className={styles.price}>{formatListingPrice(listing)}</p>
        <h2 className={styles.address} id={headingId}>
          <StreetAddress address={address} />
        </h2>
        <p className={styles.place}>{placeText(listing.property)}</p>
        {listedBy !== null && <p className={styles.place}>{listedBy}</p>}
        <Facts property={listing.property} />
        {note !== null && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.actions}>
        <Link
          to="/listings/$listingId"
          params={params}
          className={buttonClass({ variant: 'quiet', className: stretchedLink })}
        >
          View Details<VisuallyHidden> of {address}</VisuallyHidden>
        </Link>
        <div className={styles.icons}>
          <ListingActions listing={listing} onDelete={onDelete} />
        </div>
      </div>
    </Card>
  )
})

function Facts({ property }: { property: ListingRow['property'] }) {
  return (
    <p className={styles.facts}>
      <span>
        <b>{figureText(property.bedrooms)}</b> bd
      </span>
      <span>
        <b>{figureText(property.bathrooms)}</b> ba
      </span>
      <span>
        <b>{figureText(squareFeetOf(property))}</b> ft²
      </span>
    </p>
  )
}

export function ListingSkeletons() {
  return (
    <div className={styles.skeletons} aria-hidden>
      {['first', 'second', 'third'].map((card) => (
        <div className={styles.skeletonCard} key={card}>
          <Skeleton aspectRatio="16 / 10" />
          <div className={styles.skeletonBody}>
            <Skeleton width="42%" height={26} />
            <Skeleton width="78%" />
            <Skeleton width="54%" />
          </div>
        </div>
      ))}
    </div>
  )
}

type ListingActionsProps = {
  listing: ListingRow
  onDelete: (listing: ListingRow) => void
}

export function ListingActions({ listing, onDelete }: ListingActionsProps) {
  const address = addressOf(listing)
  const isToShow = isListedByOther(listing)
  return (
    <>
      {!isToShow && (
        <Link
          to={dashboardPath(listing)}
          className={iconButtonClass()}
          title="Dashboard"
          aria-label={`Dashboard of ${address}`}
        >
          <ChartLineIcon />
        </Link>
      )}
      <Link
        to="/listings/edit/$listingId"
        params={{ listingId: recordIdInUrl(listing) }}
        className={iconButtonClass()}
        title="Edit"
        aria-label={`Edit ${address}`}
      >
        <PencilIcon />
      </Link>
      <IconButton label={`${isToShow ? 'Remove' : 'Delete'} ${address}`} danger onClick={() => onDelete(listing)}>
        <TrashIcon />
      </IconButton>
    </>
  )
}
