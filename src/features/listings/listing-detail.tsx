import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { directionsTo } from '#core/domain/travel/driving.ts'
import { mainPhoto, shownStatus } from '#core/domain/listings/listing-rules.ts'
import { pricePerSquareFoot, knownNumber } from '#core/domain/text/amounts.ts'
import {
  figureText,
  garageText,
  lotSizeText,
  placeText,
  squareFeetOf,
  yearText,
  formatListingPrice,
} from '#core/domain/listings/listing-display.ts'
import { NeedsAttention } from '#records/states/record-notice.tsx'
import { failureMessageOf } from '#records/record-labels.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { useLastSeenWhileDirty } from '#records/use-record.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { ListingStatusBadge } from '#ui/feedback/badge.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { ChartLineIcon, PencilIcon, PrinterIcon, TrashIcon, MailIcon, PhoneIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import styles from './listing-detail.module.css'
import { HomeToShowActions, ListedByCard } from './home-to-show.tsx'
import { ListingHeadMark, ListingNotFound } from './listing-head.tsx'
import { ListingPhoto } from './list/listing-photo.tsx'
import { addressOf, dashboardPath, type PhotoRow } from './list/listing-row-kinds.ts'
import { useListing } from './one-listing-queries.ts'
import { PhotoViewer, PhotoGallery } from './photos/photo-viewer.tsx'
import { useListingDeletion } from './list/use-listing-deletion.ts'
import { fieldLabel } from '#core/sync/records/describe-operation.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { factsOf, type Home, showAsInCatalog, useHome, useLocationText } from '#records/homes/home.ts'
import { SetLocationButton } from '#records/homes/set-location.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import { mailLink, telephoneLink } from '#core/domain/text/contact-links.ts'
import { agentAsRealtor, realtorInitials } from '#core/domain/account/realtor-name.ts'
import { useSession } from '#state/session.ts'
import { Avatar } from '#ui/basics/avatar.tsx'
import { EmailText } from '#ui/basics/email-text.tsx'
import { formatDollars } from '#core/format/numbers.ts'

type ListingDetailProps = {
  listingId: string
  onDeleted: () => void
  /** Sections such as the listing's showings; not printed. */
  children?: (listing: ListingRow) => ReactNode
  /** A card below the realtor's; not printed. */
  renderAside?: (listing: ListingRow) => ReactNode
}

export function ListingDetail({ listingId, onDeleted, children, renderAside }: ListingDetailProps) {
  // A deleted listing stays while a form has unsaved text.
  const found = useLastSeenWhileDirty(useListing(listingId), listingId)
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
  const deletion = useListingDeletion(failureMessageOf('listing', 'delete'), onDeleted)
  const address = addressOf(listing)
  return (
    <>
      <PageHeader
        back={<BackLink to="/my-listings">Back to My Listings</BackLink>}
        title={<StreetAddress address={address} />}
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
      <NeedsAttention entity="listing" recordKey={listing.key} />
      <div className={styles.columns} data-columns>
        <div className={styles.beside}>
          <Photos listing={listing} photos={photos} />
        </div>
        <Facts listing={listing} />
        {/* Not printed: visitors who take the printed sheet must not see other visits. */}
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
      <Link to="/listings/edit/$listingId" params={{ listingId: recordIdInUrl(listing) }} className={buttonClass()}>
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
          {perFoot !== null && price > 0 && <p className={styles.perFoot}>{formatDollars(perFoot)} per ft²</p>}
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

function HomeFacts({ listing }: { listing: ListingRow }) {
  const home = useHome({ listingKey: listing.key })
  const location = useLocationText(home)
  if (home === undefined || home.listing === null) return null
  return (
    <div className={styles.homeFacts} data-off-paper>
      <p className={styles.words}>{location}</p>
      <ChangedByMe home={home} listing={home.listing} />
      <div className={styles.actions}>
        <EditHomeButton listingKey={listing.key} address={factsOf(home).address ?? ''} />
        <SetLocationButton listingKey={listing.key} variant="secondary" />
      </div>
    </div>
  )
}

function ChangedByMe({ home, listing }: { home: Home; listing: ListingRow }) {
  const device = useDevice()
  const names = changedNames(listing)
  if (names.length === 0) return null
  return (
    <p className={styles.words}>
      Changed by you: {names.join(', ')}.{' '}
      <Button variant="quiet" onClick={() => void showAsInCatalog(device, listing, home.property)}>
        Use the catalog’s
      </Button>
    </p>
  )
}

const partsOfLocation = new Set(['latitude', 'longitude', 'location_source'])

function changedNames({ property_overrides }: ListingRow): string[] {
  const names = Object.keys(property_overrides ?? {})
  const facts = names.filter((name) => !partsOfLocation.has(name)).map(fieldLabel)
  return names.some((name) => partsOfLocation.has(name)) ? [...facts, 'Location'] : facts
}

function RealtorCard({ realtor }: { realtor: NonNullable<ListingRow['realtor']> | null }) {
  // The agent's own profile is fuller; other realtors are known only from the listing.
  const agent = useSession(({ user }) => (user?.email === realtor?.email ? user : null))
  const { name = '', email = '', phone = '' } = agent === null ? (realtor ?? {}) : agentAsRealtor(agent)
  const license = agent?.license_number.trim() ?? ''
  const dial = telephoneLink(phone)
  const isKnown = [name, email, phone].some((text) => text !== '')
  return (
    <Card title="Realtor Information">
      {isKnown ? (
        <div className={styles.realtor}>
          <div className={styles.who}>
            {name !== '' && <Avatar initials={realtorInitials(name)} />}
            <div>
              {name !== '' && <p className={styles.name}>{name}</p>}
              {license !== '' && <p>License {license}</p>}
            </div>
          </div>
          {email !== '' && (
            <a className={buttonClass()} href={mailLink(email)} data-printed>
              <MailIcon size={18} />
              <span className={styles.contact}>
                <EmailText>{email}</EmailText>
              </span>
            </a>
          )}
          {dial === null ? (
            phone !== '' && <p className={styles.contact}>{phone}</p>
          ) : (
            <a className={buttonClass()} href={dial} data-printed>
              <PhoneIcon size={18} />
              <span className={styles.contact}>{phone}</span>
            </a>
          )}
        </div>
      ) : (
        <p className={styles.none}>No realtor information available</p>
      )}
    </Card>
  )
}
