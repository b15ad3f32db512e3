import { useDeferredValue, useMemo, useState, memo } from 'react'
import type { ListingId } from '#core/planner/plan-types.ts'
import { containsAllWords, normalizeSearchText, searchTerms } from '#core/domain/listings/listing-rules.ts'
import { NoDataState, useLoadState } from '#records/states/load-state.tsx'
import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import type { OnHomeAdded } from '#records/homes/add-home.tsx'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { focusNextRow } from '#ui/hooks/move-focus.ts'
import { listingLabel } from '#features/tours/tour-listings.ts'
import styles from './listing-lists.module.css'
import { areSameHome, moveListing, removeListing, repeatedHomes } from './chosen-homes.ts'
import { useLocatedListings } from './homes-of-tour.ts'
import { availableOnMetadataKey, type AvailableOn } from '#core/sync/metadata-keys.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useFetchedAvailability } from '#state/visit-loads.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { formatListedBy } from '#core/domain/listings/listing-display.ts'
import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { SetLocationButton, ApproximateLocation } from '#records/homes/set-location.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '#ui/icons/icon.tsx'

type AvailableListingsProps = {
  /** The tour's date; a server may offer other listings on other days. */
  date: string
  /** All listings that a tour can visit; undefined while they load. */
  listings: readonly TourableListing[] | undefined
  /** The ids of the selected listings. */
  order: readonly ListingId[]
  onAdd: (listing: TourableListing) => void
  onHomeAdded: OnHomeAdded
}

const rowsAtFirst = 8

export function AvailableListings({ date, listings, order, onAdd, onHomeAdded }: AvailableListingsProps) {
  const [typed, setTyped] = useState('')
  const [maxRows, setMaxRows] = useState(rowsAtFirst)
  const words = useDeferredValue(typed)
  const offered = useOfferedKeys(date)
  const matching = useMatchingListings(listings, { offered, order, words })
  const visible = useVisibleListings(matching, maxRows)
  const chosen = useMemo(() => listings?.filter(({ id }) => order.includes(id)) ?? [], [listings, order])

  return (
    <Card
      title="Available listings"
      flush
      actions={<AddHomeButton text={matching.length === 0 ? words.trim() : ''} onAdded={onHomeAdded} />}
    >
      <div className={styles.search}>
        <SearchField
          label="Search available listings"
          placeholder="Search listings..."
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMaxRows(rowsAtFirst)
          }}
          // Inside the form, Enter must search and not submit.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      {listings === undefined && <Skeleton height={180} />}
      {listings?.length === 0 && <NoListings />}
      {listings !== undefined && listings.length > 0 && matching.length === 0 && (
        <p className={styles.none}>{noneLabel(words, offered === null)}</p>
      )}
      <ul className={styles.list}>
        {visible.map((listing) => (
          <li key={listing.id}>
            <Address listing={listing} />
            {chosen.some((one) => areSameHome(one, listing)) && (
              <p className={styles.repeated}>This home is in the tour already.</p>
            )}
            <Button
              onClick={({ currentTarget }) => {
                focusNextRow(currentTarget)
                onAdd(listing)
              }}
            >
              Add <VisuallyHidden>{listingLabel(listing)}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {matching.length > maxRows && (
        <More left={matching.length - maxRows} onMore={() => setMaxRows(maxRows + rowsAtFirst)} />
      )}
    </Card>
  )
}

function NoListings() {
  const load = useLoadState('available_listing')
  return (
    <NoDataState
      load={load}
      failure="Failed to load available listings."
      what="Listings for sale or pending"
      skeleton={<Skeleton height={180} />}
    >
      <p className={styles.none}>No listings are for sale or pending.</p>
    </NoDataState>
  )
}

function More({ left, onMore }: { left: number; onMore: () => void }) {
  return (
    <div className={styles.more}>
      <Button variant="quiet" onClick={onMore}>
        Show more ({left})
      </Button>
    </div>
  )
}

function useVisibleListings(matching: readonly TourableListing[], maxRows: number): TourableListing[] {
  return useLocatedListings(useMemo(() => matching.slice(0, maxRows), [matching, maxRows]))
}

type ListingFilter = {
  offered: ReturnType<typeof useOfferedKeys>
  order: readonly ListingId[]
  words: string
}

function useMatchingListings(
  listings: readonly TourableListing[] | undefined,
  { offered, order, words }: ListingFilter,
) {
  return useMemo(() => {
    const chosen = new Set(order)
    const terms = searchTerms(words)
    return (listings ?? []).filter(
      (listing) =>
        !chosen.has(listing.id) &&
        (listing.isOwn || offered === null || offered.has(listing.key)) &&
        isMatch(listing, terms),
    )
  }, [listings, offered, order, words])
}

function isMatch({ address, city, state, zipCode }: TourableListing, words: readonly string[]): boolean {
  return containsAllWords(normalizeSearchText(`${address} ${city} ${state} ${zipCode}`), words)
}

function noneLabel(words: string, isForAnyDate: boolean): string {
  if (words.trim() !== '') return 'No listings found.'
  return isForAnyDate ? 'All available listings are in the tour.' : 'No other listings are available on this date.'
}

/** Returns the keys of other agents' listings that a plain server offers on this date; null without such an answer, so that all are shown. */
function useOfferedKeys(date: string): ReadonlySet<LocalKey> | null {
  const { database } = useDevice()
  useFetchedAvailability(date)
  const keys = useLiveQuery(async () => {
    const stored = (await database.facts.get(availableOnMetadataKey))?.value as AvailableOn | undefined
    return stored?.date === date ? new Set(stored.keys) : null
  }, [database, date])
  return keys ?? null
}

type ChangeOrder = (change: (order: readonly ListingId[]) => ListingId[], announcement: string) => void

type SelectedListingsProps = {
  listings: readonly TourableListing[]
  hint?: string | undefined
  /** The stop number of each home, if the planner sets the order; null if the agent does. */
  stopNumbers: ReadonlyMap<ListingId, number> | null
  error: string | undefined
  /** Called with the change and a text for screen readers. Must be stable, or every row renders again. */
  onChange: ChangeOrder
}

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
  /** Position in the list, from 1. */
  place: number
  /** The number of the stop; null if the planner leaves the home out. */
  stop: number | null
  /** The position of an earlier entry for the same home; null if there is none. */
  sameAs: number | null
  isLast: boolean
  onChange: ChangeOrder
}

/** Memoized, so that an added home does not make two hundred others render again. */
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
        {/* Disabled at the ends, not removed, so that no button moves under the finger. */}
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

function Corrections({ listing }: { listing: TourableListing }) {
  return (
    <span className={styles.corrections}>
      <EditHomeButton listingKey={listing.key} address={listingLabel(listing)} variant="quiet" />
      {(listing.isLocatedByAgent || lacksExactLocation(listing)) && <SetLocationButton listingKey={listing.key} />}
    </span>
  )
}

function lacksExactLocation(listing: TourableListing): boolean {
  return listing.latitude === null || isApproximate(listing)
}

type AddressProps = {
  listing: TourableListing
  /** True to show only that a location is approximate; the buttons that correct it are elsewhere. */
  isPlain?: boolean
}

function Address({ listing, isPlain = false }: AddressProps) {
  const separator = listing.city === '' ? '' : ' · '
  return (
    <span className={styles.address}>
      <span className={styles.street}>
        <StreetAddress address={listingLabel(listing)} />
      </span>
      <span className={styles.city}>
        {listing.city}
        {lacksExactLocation(listing) && (
          <>
            {separator}
            <ApproximateLocation listingKey={isPlain ? undefined : listing.key} isUnknown={listing.latitude === null} />
            {listing.isOwn && !isPlain && (
              <EditHomeButton listingKey={listing.key} address={listingLabel(listing)} variant="quiet" />
            )}
          </>
        )}
        {listing.facts && `${separator}${withoutLineBreaks(listing.facts)}`}
        {!listing.isOwn && `${separator}listed by another agent`}
        {listing.listedBy !== null && (
          <span className={styles.broker}>{formatListedBy({ listed_by: listing.listedBy })}</span>
        )}
      </span>
    </span>
  )
}

function withoutLineBreaks(facts: string): string {
  return facts.replaceAll(/(?<=\d) (?=\w)/g, '\u00A0')
}
