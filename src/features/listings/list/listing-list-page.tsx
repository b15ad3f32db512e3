import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { NoDataState, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import { showListingsAsTable, usePreferences } from '#state/preferences.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { WantedListings } from '#storage/listings/listing-search.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { HouseIcon, SearchNothingIcon, PlusIcon } from '#ui/icons/icon.tsx'
import { ListHeader, SortButtons, ToggleSort } from '#ui/lists/list-header.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { useMediaQuery } from '#ui/hooks/use-media.ts'
import { type ListingsOnDevice, useListings, useMainPhotos } from './listings-queries.ts'
import {
  cardsAtOnce,
  directionOf,
  listingFilters,
  type ListingSort,
  type ListingsSearch,
  readListingsSearch,
  sortedBy,
} from './listings-search.ts'
import { useListingDeletion } from './use-listing-deletion.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { ListingCard, ListingSkeletons } from './listing-card.tsx'
import styles from './listing-list-page.module.css'
import { formatCount, formatNumber } from '#core/format/numbers.ts'

type ListingListProps = {
  /** Search text and statuses that found these listings. */
  query: string
  listings: readonly ListingRow[]
  total: number
  /** Requests more listings; `from` is the number shown now. */
  onShowMore: (from: number) => void
  onDelete: (listing: ListingRow) => void
  isTable: boolean
  sort: ListingSort
  onSort: (sort: ListingSort) => void
}

const ListingTable = lazy(() => import('./listing-table.tsx').then((module) => ({ default: module.ListingTable })))

/** Fills about one large screen. */
const cardsAtFirst = 9

function ListingList({ query, listings, total, onShowMore, onDelete, isTable, ...sorting }: ListingListProps) {
  // Shows the first cards at once and the others when React has time.
  const found = useMemo(() => ({ query, listings }), [query, listings])
  const ready = useDeferredValue(found, { query, listings: listings.slice(0, cardsAtFirst) })
  const drawn = ready.query === query ? ready.listings : listings.slice(0, cardsAtFirst)
  const photos = useMainPhotos(drawn.map(({ key }) => key))
  const isDrawn = drawn.length === listings.length
  return (
    <>
      {isTable ? (
        <Suspense>
          <ListingTable listings={drawn} photos={photos} onDelete={onDelete} {...sorting} />
        </Suspense>
      ) : (
        <section className={styles.cards} aria-label="Listings">
          {drawn.map((listing) => (
            <ListingCard key={listing.key} listing={listing} photo={photos.get(listing.key)} onDelete={onDelete} />
          ))}
        </section>
      )}
      {listings.length < total && <ListEnd shown={listings.length} isDrawn={isDrawn} onShowMore={onShowMore} />}
    </>
  )
}

type ListEndProps = Pick<ListingListProps, 'onShowMore'> & { shown: number; isDrawn: boolean }

/** A button that loads more listings when it scrolls into view or is pressed; while it has the focus, only when it is pressed. */
function ListEnd({ shown, isDrawn, onShowMore }: ListEndProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isInSight = useRef(false)
  const onVisibilityChange = useEffectEvent((inSight: boolean, from: number) => {
    isInSight.current = inSight
    if (inSight && document.activeElement !== button.current) onShowMore(from)
  })

  useEffect(() => {
    if (button.current === null || !isDrawn) return
    const observer = new IntersectionObserver(
      (entries) => onVisibilityChange(entries.at(-1)?.isIntersecting === true, shown),
      // Loads about one screen ahead, so that scrolling rarely reaches the end.
      { rootMargin: '800px 0px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [shown, isDrawn])

  return (
    <Button
      ref={button}
      className={styles.more}
      size="large"
      onClick={() => onShowMore(shown)}
      onBlur={() => isInSight.current && onShowMore(shown)}
    >
      Show more
    </Button>
  )
}

const HomesToShowNote = lazy(async () => ({ default: (await import('./homes-to-show-list.tsx')).HomesToShowNote }))

type ListingListPageProps = {
  search: ListingsSearch
  onSearch: (search: ListingsSearch) => void
}

const optionsOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
const filterOptions = optionsOf(['All', ...Object.keys(listingFilters)])
const viewOptions = optionsOf(['Cards', 'Table'])

export function ListingListPage({ search, onSearch }: ListingListPageProps) {
  const { q = '', status, sort = 'newest', shown = cardsAtOnce } = search
  const device = useDevice()
  const wanted: WantedListings = status === undefined ? {} : listingFilters[status]
  const areHomesToShow = wanted.areHomesToShow === true
  // While a new search runs, this is the previous result, with its own search text and statuses.
  const result = useListings(q, sort, shown, wanted)
  const load = useLoadState('listing')
  const isNothing =
    result?.areHomesToShow === areHomesToShow && result.total === 0 && result.query === '' && result.complete
  // Until the first load has ended, an empty device does not mean that the agent has no listings.
  const found = isNothing && load !== 'known' ? undefined : result
  const isWide = useMediaQuery('print, (min-width: 1024px)')
  const isTable = usePreferences(({ listingsAsTable }) => listingsAsTable) && isWide
  const deletion = useListingDeletion('Failed to delete listing')

  // Hides *Create New Listing* in the header, because the empty state has that button.
  const isEmpty =
    found !== undefined && found.total === 0 && found.query === '' && !areHomesToShow && !found.hasHomesToShow
  const change = (next: ListingsSearch) => onSearch({ ...search, ...next })

  return (
    <>
      <ListHeader
        title="My Listings"
        count={found === undefined ? '' : countLabel(found)}
        isEmpty={isEmpty}
        add={{ to: '/listings/new', icon: <PlusIcon />, label: 'Create New Listing' }}
        search={{
          label: 'Search listings',
          placeholder: 'Search listings...',
          value: q,
          onSearch: (words) => change({ q: words, shown: cardsAtOnce }),
          onFocus: () => void device.search.prepare(),
        }}
      >
        <FilterAndSort search={search} isTable={isWide ? isTable : null} onSearch={onSearch} />
      </ListHeader>
      {areHomesToShow && (
        <Suspense>
          <HomesToShowNote isNothing={isNothing} load={load} />
        </Suspense>
      )}
      {isNothing ? (
        !areHomesToShow && <NoListings load={load} />
      ) : found === undefined || (found.listings.length === 0 && !found.complete) ? (
        <ListingSkeletons />
      ) : found.listings.length > 0 ? (
        <ListingList
          query={found.query}
          listings={found.listings}
          total={found.total}
          onShowMore={(from) => change({ shown: from + cardsAtOnce })}
          onDelete={deletion.ask}
          isTable={isTable}
          sort={sort}
          onSort={(next) => change({ sort: next, shown: cardsAtOnce })}
        />
      ) : (
        <NoMatch search={search} areHomesToShow={areHomesToShow} onSearch={onSearch} />
      )}
      {deletion.dialog}
    </>
  )
}

/** *Clear* resets the search and the status; the *Homes I show* filter stays. */
function NoMatch({ search, areHomesToShow, onSearch }: ListingListPageProps & { areHomesToShow: boolean }) {
  const { q, status, ...others } = search
  return (
    <EmptyState
      icon={<SearchNothingIcon />}
      title={areHomesToShow ? 'No homes found' : 'No listings found'}
      action={<Button onClick={() => onSearch(areHomesToShow ? { ...search, q: '' } : others)}>Clear</Button>}
    >
      No match for {[!areHomesToShow && status, q && `“${q}”`].filter(Boolean).join(', ')}.
    </EmptyState>
  )
}

type ToolsProps = ListingListPageProps & {
  /** Null if the screen is too narrow for a table. */
  isTable: boolean | null
}

function FilterAndSort({ search, isTable, onSearch }: ToolsProps) {
  const { status, sort = 'newest' } = search
  const sortBy = (next: ListingSort) => onSearch({ ...search, sort: next, shown: cardsAtOnce })
  return (
    <>
      <SegmentedFilter
        label="Status"
        options={filterOptions}
        value={status ?? 'All'}
        onChange={(chosen) => onSearch(readListingsSearch({ ...search, status: chosen, shown: cardsAtOnce }))}
      />
      <SortButtons>
        <ToggleSort
          label="Date"
          direction={directionOf('date', sort)}
          words={{ ascending: 'oldest first', descending: 'newest first' }}
          onClick={() => sortBy(sortedBy('date', sort))}
        />
        <ToggleSort
          label="Price"
          direction={directionOf('price', sort)}
          words={{ ascending: 'lowest first', descending: 'highest first' }}
          onClick={() => sortBy(sortedBy('price', sort))}
        />
      </SortButtons>
      {isTable !== null && (
        <SegmentedFilter
          label="View"
          options={viewOptions}
          value={isTable ? 'Table' : 'Cards'}
          onChange={(chosen) => showListingsAsTable(chosen === 'Table')}
        />
      )}
    </>
  )
}

function NoListings({ load }: { load: LoadState }) {
  return (
    <NoDataState load={load} failure="Failed to load listings." what="Your listings" skeleton={<ListingSkeletons />}>
      <EmptyState
        icon={<HouseIcon />}
        title="No listings found"
        action={
          <Link to="/listings/new" className={buttonClass({ variant: 'primary' })}>
            <PlusIcon />
            Create New Listing
          </Link>
        }
      >
        Start by creating your first listing!
      </EmptyState>
    </NoDataState>
  )
}

function countLabel({ listings, total, query, areHomesToShow }: ListingsOnDevice): string {
  const word = areHomesToShow ? 'home' : 'listing'
  const all = formatCount(total, word)
  const part = listings.length < total ? `${formatNumber(listings.length)} ` : ''
  if (query !== '') return `${all} found${part && `, ${part}shown`}`
  return part ? `${part}of ${all} shown` : all
}
