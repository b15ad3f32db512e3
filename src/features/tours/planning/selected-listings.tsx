import { memo, useMemo } from 'react'
import { formatListedBy } from '#core/domain/listings/listing-display.ts'
import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { SetLocationButton, ApproximateLocation } from '#records/homes/set-location.tsx'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Card } from '#ui/layout/card.tsx'
import { DoorAddress } from '#ui/layout/door-address.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { focusNextRow } from '#ui/hooks/move-focus.ts'
import { listingLabel } from '#features/tours/tour-listings.ts'
import { moveListing, removeListing, repeatedHomes } from './chosen-homes.ts'
import styles from './listing-lists.module.css'

type ChangeOrder = (change: (order: readonly ListingId[]) => ListingId[], said: string) => void

type SelectedListingsProps = {
  listings: readonly TourableListing[]
  /** What to know of their order. */
  hint?: string | undefined
  /** Where the planner sets the order: the stop that each home is in its plan. Null where the agent's order is kept. */
  stopNumbers: ReadonlyMap<ListingId, number> | null
  /** Why the choice was refused. */
  error: string | undefined
  /** With what was done, for those who do not see it. Always the same function, or every row is drawn anew. */
  onChange: ChangeOrder
}

/** The listings of the tour in the agent's order. */
export function SelectedListings({ listings, hint, stopNumbers, error, onChange }: SelectedListingsProps) {
  const repeated = useMemo(() => repeatedHomes(listings), [listings])
  return (
    <Card title="Selected listings" flush actions={<span className={styles.count}>{listings.length}</span>}>
      {error !== undefined && (
        <div className={styles.error}>
          <FieldError id="selected-listings-error">{error}</FieldError>
        </div>
      )}
      {hint !== undefined && listings.length > 1 && <p className={styles.hint}>{hint}</p>}
      {listings.length === 0 ? (
        <p className={styles.none}>Add the homes that the client wants to see.</p>
      ) : (
        <ol className={styles.list}>
          {listings.map((listing, index) => (
            <SelectedListing
              key={listing.id}
              listing={listing}
              place={index + 1}
              stop={stopNumbers === null ? index + 1 : (stopNumbers.get(listing.id) ?? null)}
              sameAs={repeated.get(listing.id) ?? null}
              isLast={index === listings.length - 1}
              onChange={onChange}
            />
          ))}
        </ol>
      )}
    </Card>
  )
}

type SelectedListingProps = {
  listing: TourableListing
  /** In this list, from 1. */
  place: number
  /** On the way, from 1; null where it is no stop of the plan. */
  stop: number | null
  /** The number of the home in this list that is the same one; null where none is. */
  sameAs: number | null
  isLast: boolean
  onChange: ChangeOrder
}

/** Remembered, because two hundred of them must not be drawn for the one that was added. */
const SelectedListing = memo(function SelectedListing({
  listing,
  place,
  stop,
  sameAs,
  isLast,
  onChange,
}: SelectedListingProps) {
  const label = listingLabel(listing)
  const isFirst = place === 1
  const move = (by: -1 | 1) =>
    onChange((order) => moveListing(order, listing.id, by), `${label} is now number ${place + by}.`)
  return (
    <li>
      <span className={styles.number} data-planned={stop !== null}>
        {stop ?? '–'}
      </span>
      <Address listing={listing} isPlain />
      <span className={styles.tools}>
        {/* At the ends they stay where the finger is. */}
        <IconButton label={`Move Up ${label}`} aria-disabled={isFirst} onClick={() => !isFirst && move(-1)}>
          <ArrowUpIcon />
        </IconButton>
        <IconButton label={`Move Down ${label}`} aria-disabled={isLast} onClick={() => !isLast && move(1)}>
          <ArrowDownIcon />
        </IconButton>
        <IconButton
          label={`Remove ${label}`}
          onClick={({ currentTarget }) => {
            focusNextRow(currentTarget)
            onChange((order) => removeListing(order, listing.id), `${label} was removed.`)
          }}
        >
          <CloseIcon />
        </IconButton>
      </span>
      {sameAs !== null && <p className={styles.repeated}>The same home as number {sameAs}. Remove one of them.</p>}
      {listing.isOwn && <Corrections listing={listing} />}
    </li>
  )
})

/** What the agent can correct of a home: all of it, and by one press a location that may be wrong. */
function Corrections({ listing }: { listing: TourableListing }) {
  return (
    <span className={styles.corrections}>
      <EditHomeButton listingKey={listing.key} address={listingLabel(listing)} variant="quiet" />
      {(listing.isLocatedByAgent || isGuess(listing)) && <SetLocationButton listingKey={listing.key} />}
    </span>
  )
}

function isGuess(listing: TourableListing): boolean {
  return listing.latitude === null || isApproximate(listing)
}

type AddressProps = {
  listing: TourableListing
  /** Says only that the location is approximate; else what can be done about it is beside it. */
  isPlain?: boolean
}

/** A home in a list: its address above its city. */
export function Address({ listing, isPlain = false }: AddressProps) {
  const separator = listing.city === '' ? '' : ' · '
  return (
    <span className={styles.address}>
      <span className={styles.street}>
        <DoorAddress address={listingLabel(listing)} />
      </span>
      <span className={styles.city}>
        {listing.city}
        {isGuess(listing) && (
          <>
            {separator}
            <ApproximateLocation listingKey={isPlain ? undefined : listing.key} isUnknown={listing.latitude === null} />
            {listing.isOwn && !isPlain && (
              <EditHomeButton listingKey={listing.key} address={listingLabel(listing)} variant="quiet" />
            )}
          </>
        )}
        {listing.facts && `${separator}${unbroken(listing.facts)}`}
        {!listing.isOwn && `${separator}listed by another agent`}
        {listing.listedBy !== null && (
          <span className={styles.broker}>{formatListedBy({ listed_by: listing.listedBy })}</span>
        )}
      </span>
    </span>
  )
}

/** A number stays on the line of what it counts. */
function unbroken(facts: string): string {
  return facts.replaceAll(/(?<=\d) (?=\w)/g, '\u00A0')
}
