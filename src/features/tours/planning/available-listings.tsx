import { useDeferredValue, useMemo, useState } from 'react'
import type { ListingId } from '#core/planner/plan-types.ts'
import { holdsWords, searchWords, wordsOf } from '#core/domain/listings/listing-rules.ts'
import { NothingHere, useLoadState } from '#records/states/load-state.tsx'
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
import { isSameDoor } from './chosen-homes.ts'
import { Address } from './selected-listings.tsx'
import { useLocatedListings } from './homes-of-tour.ts'
import { availableOnFact, type AvailableOn } from '#core/sync/fact-names.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useFetchedAvailability } from '#state/visit-loads.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

type AvailableListingsProps = {
  /** The tour's; a server may offer other listings on other days. */
  date: string
  /** All that can be toured; `undefined` while they are read. */
  listings: readonly TourableListing[] | undefined
  order: readonly ListingId[]
  onAdd: (listing: TourableListing) => void
  onHomeAdded: OnHomeAdded
}

const rowsAtFirst = 8

/** Where the tour's listings are chosen from. */
export function AvailableListings({ date, listings, order, onAdd, onHomeAdded }: AvailableListingsProps) {
  const [typed, setTyped] = useState('')
  const [mostRows, setMostRows] = useState(rowsAtFirst)
  const words = useDeferredValue(typed)
  const offered = useOfferedKeys(date)
  const found = useFound(listings, { offered, order, words })
  const shown = useShown(found, mostRows)
  const chosen = useMemo(() => listings?.filter(({ id }) => order.includes(id)) ?? [], [listings, order])

  return (
    <Card
      title="Available listings"
      flush
      actions={<AddHomeButton text={found.length === 0 ? words.trim() : ''} onAdded={onHomeAdded} />}
    >
      <div className={styles.search}>
        <SearchField
          label="Search available listings"
          placeholder="Search listings..."
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMostRows(rowsAtFirst)
          }}
          // It stands in the form; Enter means the search.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      {listings === undefined && <Skeleton height={180} />}
      {listings?.length === 0 && <NoListings />}
      {listings !== undefined && listings.length > 0 && found.length === 0 && (
        <p className={styles.none}>{noneLabel(words, offered === null)}</p>
      )}
      <ul className={styles.list}>
        {shown.map((listing) => (
          <li key={listing.id}>
            <Address listing={listing} />
            {chosen.some((one) => isSameDoor(one, listing)) && (
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
      {found.length > mostRows && (
        <More left={found.length - mostRows} onMore={() => setMostRows(mostRows + rowsAtFirst)} />
      )}
    </Card>
  )
}

function NoListings() {
  const load = useLoadState('available_listing')
  return (
    <NothingHere
      load={load}
      failure="Failed to load available listings."
      what="Listings for sale or pending"
      skeleton={<Skeleton height={180} />}
    >
      <p className={styles.none}>No listings are for sale or pending.</p>
    </NothingHere>
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

/** The first of them, with their places. */
function useShown(found: readonly TourableListing[], mostRows: number): TourableListing[] {
  return useLocatedListings(useMemo(() => found.slice(0, mostRows), [found, mostRows]))
}

type Wanted = {
  /** Null where every listing can be toured on every day. */
  offered: ReturnType<typeof useOfferedKeys>
  order: readonly ListingId[]
  words: string
}

/** Those that can be added and are searched for. */
function useFound(listings: readonly TourableListing[] | undefined, { offered, order, words }: Wanted) {
  return useMemo(() => {
    const chosen = new Set(order)
    const wanted = wordsOf(words)
    return (listings ?? []).filter(
      (listing) =>
        !chosen.has(listing.id) &&
        (listing.isOwn || offered === null || offered.has(listing.key)) &&
        isFound(listing, wanted),
    )
  }, [listings, offered, order, words])
}

function isFound({ address, city, state, zipCode }: TourableListing, words: readonly string[]): boolean {
  return holdsWords(searchWords(`${address} ${city} ${state} ${zipCode}`), words)
}

function noneLabel(words: string, isEveryDay: boolean): string {
  if (words.trim() !== '') return 'No listings found.'
  return isEveryDay ? 'All available listings are in the tour.' : 'No other listings are available on this date.'
}

/** The listings that a plain server offers for a tour on this date; null where it was not asked, and all of them count. */
function useOfferedKeys(date: string): ReadonlySet<LocalKey> | null {
  const { database } = useDevice()
  useFetchedAvailability(date)
  const keys = useLiveQuery(async () => {
    const asked = (await database.facts.get(availableOnFact))?.value as AvailableOn | undefined
    return asked?.date === date ? new Set(asked.keys) : null
  }, [database, date])
  return keys ?? null
}
