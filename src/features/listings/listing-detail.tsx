import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import { directionsTo } from '#core/domain/travel/directions.ts'
import { formatListingPrice } from '#core/domain/listings/format-listing.ts'
import { knownNumber } from '#core/domain/text/known-number.ts'
import { mainPhoto, shownStatus } from '#core/domain/listings/listing-rules.ts'
import { dollars, pricePerSquareFoot } from '#core/domain/text/money.ts'
import {
  figureText,
  garageText,
  lotSizeText,
  placeText,
  squareFeetOf,
  yearText,
} from '#core/domain/listings/property-display.ts'
import { NeedsYou } from '#records/states/needs-you.tsx'
import { failureOf } from '#records/record-words.ts'
import { recordAddress } from '#records/record-address.ts'
import { useSeenWhileTyped } from '#records/use-record.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { ListingStatusBadge } from '#ui/feedback/badge.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { DoorAddress } from '#ui/layout/door-address.tsx'
import { ChartLineIcon, PencilIcon, PrinterIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { HomeFacts } from './homes-to-show/home-facts.tsx'
import styles from './listing-detail.module.css'
import { HomeToShowActions, ListedByCard } from './homes-to-show/home-to-show.tsx'
import { ListingHeadMark } from './listing-head-mark.tsx'
import { ListingNotFound } from './listing-not-found.tsx'
import { ListingPhoto } from './list/listing-photo.tsx'
import { addressOf, dashboardPath, type PhotoRow } from './list/listing-row-kinds.ts'
import { useListing } from './one-listing-queries.ts'
import { PhotoGallery } from './photos/photo-gallery.tsx'
import { PhotoViewer } from './photos/photo-viewer.tsx'
import { RealtorCard } from './realtor-card.tsx'
import { useListingDeletion } from './list/use-listing-deletion.ts'

type ListingDetailProps = {
  /** The listing's id or key in the address. */
  listingId: string
  onDeleted: () => void
  /** What else stands below the facts of the listing. */
  children?: (listing: ListingRow) => ReactNode
  /** What stands beside them, below the realtor. */
  renderAside?: (listing: ListingRow) => ReactNode
}

export function ListingDetail({ listingId, onDeleted, children, renderAside }: ListingDetailProps) {
  const found = useSeenWhileTyped(useListing(listingId), listingId)
  if (found === undefined) return <Skeleton height={320} />
  if (found === null)
    return <ListingNotFound title="Listing not found." failure="Failed to load listing details. Please try again." />
  return (
    <Detail listing={found.listing} photos={found.photos} onDeleted={onDeleted} aside={renderAside?.(found.listing)}>
      {children?.(found.listing)}
    </Detail>
  )
}

type DetailProps = {
  listing: ListingRow
  photos: readonly PhotoRow[]
  onDeleted: () => void
  aside: ReactNode
  children: ReactNode
}

function Detail({ listing, photos, onDeleted, aside, children }: DetailProps) {
  const deletion = useListingDeletion(failureOf('listing', 'delete'), onDeleted)
  const address = addressOf(listing)
  return (
    <>
      <PageHead
        back={<BackLink to="/my-listings">Back to My Listings</BackLink>}
        title={<DoorAddress address={address} />}
        subtitle={
          <>
            <span>{placeText(listing.property)}</span>
            <ListingHeadMark listing={listing} photos={photos} />
          </>
        }
        actions={
          isListedByOther(listing) ? (
            <HomeToShowActions listing={listing} onDelete={() => deletion.ask(listing)} />
          ) : (
            <Actions listing={listing} onDelete={() => deletion.ask(listing)} />
          )
        }
      />
      <NeedsYou entity="listing" recordKey={listing.key} />
      <div className={styles.columns} data-columns>
        <div className={styles.beside}>
          <Photos listing={listing} photos={photos} />
        </div>
        <Facts listing={listing} />
        {/* Who comes and who came is not for whoever takes the sheet home. */}
        <div className={styles.group} data-off-paper>
          {children}
        </div>
        <div className={classNames(styles.group, styles.people)}>
          {listing.listed_by ? (
            <ListedByCard listing={listing} listedBy={listing.listed_by} />
          ) : (
            <RealtorCard realtor={listing.realtor ?? null} />
          )}
          <div data-off-paper>{aside}</div>
        </div>
      </div>
      {deletion.dialog}
    </>
  )
}

/** The main photo large, all of them small below it; pressed, one fills the window. */
function Photos({ listing, photos }: Pick<DetailProps, 'listing' | 'photos'>) {
  const [viewed, setViewed] = useState<number | null>(null)
  const address = addressOf(listing)
  const photo = mainPhoto(photos) ?? undefined
  return (
    <div className={classNames(styles.group, styles.photos)}>
      <ListingPhoto
        className={styles.photo}
        photo={photo}
        address={address}
        sizes="(min-width: 1024px) 800px, 100vw"
        loading="eager"
      >
        <span className={styles.status}>
          <ListingStatusBadge status={listing.status} />
        </span>
        {photo !== undefined && (
          <button
            type="button"
            className={styles.enlarge}
            aria-label="Enlarge photo"
            onClick={() => setViewed(photos.indexOf(photo))}
          />
        )}
      </ListingPhoto>
      <div data-off-paper>
        <PhotoGallery photos={photos} address={address} onView={setViewed} />
      </div>
      <PhotoViewer
        photos={photos}
        address={address}
        shown={viewed === null ? null : Math.min(viewed, photos.length - 1)}
        onShow={setViewed}
        onClose={() => setViewed(null)}
      />
    </div>
  )
}

type ActionsProps = { listing: ListingRow; onDelete: () => void }

function Actions({ listing, onDelete }: ActionsProps) {
  return (
    <>
      <Link to={dashboardPath(listing)} className={buttonClass()}>
        <ChartLineIcon size={18} />
        Dashboard
      </Link>
      <Link to="/listings/edit/$listingId" params={{ listingId: recordAddress(listing) }} className={buttonClass()}>
        <PencilIcon size={18} />
        Edit Listing
      </Link>
      <Button variant="danger" data-quiet onClick={onDelete}>
        <TrashIcon size={18} />
        Delete Listing
      </Button>
    </>
  )
}

function Facts({ listing }: { listing: ListingRow }) {
  const { property } = listing
  const isToShow = isListedByOther(listing)
  const price = knownNumber(listing.listing_price) ?? 0
  const place = [addressOf(listing), placeText(property)].filter(Boolean).join(', ')
  const perFoot = pricePerSquareFoot(price, squareFeetOf(property))
  return (
    <Card className={styles.factsCard}>
      <div className={styles.facts}>
        <div className={styles.money}>
          <p className={styles.price}>{formatListingPrice(listing)}</p>
          {perFoot !== null && price > 0 && <p className={styles.perFoot}>{dollars(perFoot)} per ft²</p>}
        </div>
        {(!isToShow || listing.description !== '') && (
          <section>
            <h2>Description</h2>
            <p className={styles.description}>{listing.description}</p>
          </section>
        )}
        <section>
          <h2>Location</h2>
          <p>
            {property.address ? (
              <a href={directionsTo(place)} target="_blank" rel="noreferrer" aria-label={`Directions to ${place}`}>
                {place}
              </a>
            ) : (
              place
            )}
          </p>
          <HomeFacts listing={listing} />
        </section>
        <section>
          <h2>Property Details</h2>
          <dl className={styles.details}>
            {detailsOf(listing).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        {!isToShow && (
          <div className={styles.print}>
            <Button onClick={() => window.print()}>
              <PrinterIcon size={18} />
              Print Listing Sheet
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function detailsOf({ property, status }: ListingRow): [name: string, value: string][] {
  return [
    ['Bedrooms', figureText(property.bedrooms)],
    ['Bathrooms', figureText(property.bathrooms)],
    ['Square footage', figureText(squareFeetOf(property))],
    ['Lot size', lotSizeText(property.lot_size)],
    ['Year built', yearText(property.year_built)],
    ['Garage', garageText(property.garage_spaces)],
    ['Status', shownStatus(status)],
  ]
}
