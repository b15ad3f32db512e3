import { useMemo, useSyncExternalStore } from 'react'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { homesToShow, keysOfHomesToShow } from '#storage/homes/homes-to-show.ts'
import type { ListingMatches, ListingOrder, WantedListings } from '#storage/listings/listing-search.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { PhotoRow } from './listing-row-kinds.ts'

export type ListingsOnDevice = {
  /** Statuses and search text of this result, '' for all. While a new search runs, this is the previous result. */
  query: string
  /** True for homes to show, false for the agent's own listings. */
  areHomesToShow: boolean
  /** Whether homes to show exist beside the agent's listings; missing for a search. */
  hasHomesToShow?: boolean
  listings: ListingRow[]
  total: number
  /** False while the index of the search is being read, so that matches may be missing. */
  complete: boolean
}

type ListingsResult = Omit<ListingsOnDevice, 'areHomesToShow'>

/** Returns the first `count` listings, or homes to show. Of the agent's own listings it reads hardly more than these rows. */
export function useListings(
  text: string,
  order: ListingOrder,
  count: number,
  { statuses, areHomesToShow = false }: WantedListings = {},
): ListingsOnDevice | undefined {
  const { database } = useDevice()
  const words = normalizeSearchText(text)
  const query = [statuses, words].filter(Boolean).join(' ')
  const matches = useMatches(query, text, order, count, { statuses, areHomesToShow })
  return useLiveQuery(async () => {
    const found =
      matches !== null
        ? await matchingListings(database, query, matches)
        : await (areHomesToShow ? firstHomesToShow : firstListings)(database, order, count)
    return { ...found, areHomesToShow }
  }, [database, query, matches, order, count, areHomesToShow])
}

/** Returns the matches of a search or status filter; null without one. */
function useMatches(
  query: string,
  text: string,
  order: ListingOrder,
  count: number,
  { statuses, areHomesToShow }: WantedListings,
): ListingMatches | null {
  const { search } = useDevice()
  const isSearching = query !== ''
  const revision = useSyncExternalStore(isSearching ? search.subscribe : neverChanges, search.revision)
  return useMemo(
    () => (isSearching ? search.find(text, order, count, { statuses, areHomesToShow }) : null),
    // oxlint-disable-next-line react/exhaustive-deps -- `revision` rises when the matches may have changed
    [search, query, order, count, areHomesToShow, revision],
  )
}

async function firstListings(database: DeviceDatabase, order: ListingOrder, count: number): Promise<ListingsResult> {
  const { index, isReversed } = indexes[order]
  const homesToShowKeys = await keysOfHomesToShow(database)
  const ordered = database.listings.orderBy(index)
  const [first, all] = await Promise.all([
    // Enough rows to contain `count` of the agent's own listings.
    (isReversed ? ordered.reverse() : ordered).limit(count + homesToShowKeys.size).toArray(),
    database.listings.count(),
  ])
  const isOwn = ({ key }: ListingRow) => !homesToShowKeys.has(key)
  const listings = first.filter(isOwn)
  const total = all - homesToShowKeys.size
  if (listings.length < Math.min(count, total))
    listings.push(...(await listingsOutsideOf(database, index)).filter(isOwn))
  return {
    query: '',
    listings: listings.slice(0, count),
    total,
    complete: true,
    hasHomesToShow: homesToShowKeys.size > 0,
  }
}

/** Reads all homes to show: they are few, and no index has them by date or price. */
async function firstHomesToShow(database: DeviceDatabase, order: ListingOrder, count: number): Promise<ListingsResult> {
  const { index, isReversed } = indexes[order]
  const homes = (await homesToShow(database)).toSorted((one, other) =>
    (one[index] ?? '') < (other[index] ?? '') ? -1 : 1,
  )
  const inOrder = isReversed ? homes.toReversed() : homes
  return { query: '', listings: inOrder.slice(0, count), total: homes.length, complete: true }
}

/** The listings that an index omits, because a plain server left the field out. They are sorted last. */
function listingsOutsideOf(database: DeviceDatabase, index: 'created_at' | 'listing_price'): Promise<ListingRow[]> {
  return database.listings
    .filter((listing) => typeof listing[index] !== 'string' && typeof listing[index] !== 'number')
    .toArray()
}

const indexes = {
  newest: { index: 'created_at', isReversed: true },
  oldest: { index: 'created_at', isReversed: false },
  cheapest: { index: 'listing_price', isReversed: false },
  dearest: { index: 'listing_price', isReversed: true },
} as const satisfies Record<ListingOrder, { index: keyof ListingRow; isReversed: boolean }>

async function matchingListings(
  database: DeviceDatabase,
  query: string,
  { keys, total, complete }: ListingMatches,
): Promise<ListingsResult> {
  const rows = await database.listings.bulkGet(keys)
  return { query: query, listings: rows.filter((row) => row !== undefined), total, complete }
}

function neverChanges(): () => void {
  return () => {}
}

export function useMainPhotos(keys: readonly LocalKey[]): ReadonlyMap<LocalKey, PhotoRow> {
  const { database } = useDevice()
  const photos = useLiveQuery(
    () => database.listing_images.where('listing_key').anyOf(keys).toArray(),
    // Sorted, so that another order of the same listings does not read again.
    [database, keys.toSorted().join(' ')],
  )
  return useMemo(() => mainPhotos(photos ?? []), [photos])
}

function mainPhotos(photos: readonly PhotoRow[]): Map<LocalKey, PhotoRow> {
  const main = new Map<LocalKey, PhotoRow>()
  for (const photo of inDisplayOrder(photos)) if (!main.has(photo.listing_key)) main.set(photo.listing_key, photo)
  return main
}

/** Sorts photos: the main one first, then by position. Of two primary photos the unsent one is first, since it replaces the other. */
export function inDisplayOrder(photos: readonly PhotoRow[]): PhotoRow[] {
  const rank = ({ is_primary, image_file }: PhotoRow) => (is_primary === true ? (image_file === undefined ? 1 : 0) : 2)
  const place = ({ position = 0, id = Infinity }: PhotoRow) => [position, id] as const
  return photos.toSorted((one, other) => {
    const [[first, firstId], [second, secondId]] = [place(one), place(other)]
    return rank(one) - rank(other) || first - second || (firstId === secondId ? 0 : firstId - secondId)
  })
}
