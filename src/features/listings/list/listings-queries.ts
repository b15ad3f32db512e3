import { useMemo, useSyncExternalStore } from 'react'
import { searchWords } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { homesToShow, keysOfHomesToShow } from '#storage/homes/homes-to-show.ts'
import type { ListingMatches, ListingOrder, WantedListings } from '#storage/listings/listing-search.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { PhotoRow } from './listing-row-kinds.ts'

export type ListingsOnDevice = {
  /** What was asked for, '' for everything; a new question shows the former answer until its own is there. */
  asked: string
  /** Whether these are homes that other brokers list. */
  isToShow: boolean
  /** Whether there are such homes beside the agent's listings. */
  hasOthers?: boolean
  /** The first of them, in the asked order. */
  listings: ListingRow[]
  total: number
  /** False while a search has not looked at everything yet. */
  complete: boolean
}

type Found = Omit<ListingsOnDevice, 'isToShow'>

/**
 * The first `count` of the agent's listings, or of the homes that other brokers list; `undefined` until they are read.
 * Without a search only these rows are touched.
 */
export function useListings(
  text: string,
  order: ListingOrder,
  count: number,
  { statuses, isToShow = false }: WantedListings = {},
): ListingsOnDevice | undefined {
  const { database } = useDevice()
  const words = searchWords(text)
  const asked = [statuses, words].filter(Boolean).join(' ')
  const matches = useMatches(asked, text, order, count, { statuses, isToShow })
  return useLiveQuery(async () => {
    const found =
      matches !== null
        ? await matchingListings(database, asked, matches)
        : await (isToShow ? firstHomesToShow : firstListings)(database, order, count)
    return { ...found, isToShow }
  }, [database, asked, matches, order, count, isToShow])
}

function useMatches(
  asked: string,
  text: string,
  order: ListingOrder,
  count: number,
  { statuses, isToShow }: WantedListings,
): ListingMatches | null {
  const { search } = useDevice()
  const isSearching = asked !== ''
  const revision = useSyncExternalStore(isSearching ? search.subscribe : neverChanges, search.revision)
  return useMemo(
    () => (isSearching ? search.find(text, order, count, { statuses, isToShow }) : null),
    // oxlint-disable-next-line react/exhaustive-deps -- `revision` says that the answer may have changed
    [search, asked, order, count, isToShow, revision],
  )
}

async function firstListings(database: DeviceDatabase, order: ListingOrder, count: number): Promise<Found> {
  const { index, isReversed } = indexes[order]
  const others = await keysOfHomesToShow(database)
  const ordered = database.listings.orderBy(index)
  const [first, all] = await Promise.all([
    // Among this many keys at least `count` are the agent's own listings.
    (isReversed ? ordered.reverse() : ordered).limit(count + others.size).toArray(),
    database.listings.count(),
  ])
  const isOwn = ({ key }: ListingRow) => !others.has(key)
  const listings = first.filter(isOwn)
  const total = all - others.size
  if (listings.length < Math.min(count, total))
    listings.push(...(await listingsOutsideOf(database, index)).filter(isOwn))
  return { asked: '', listings: listings.slice(0, count), total, complete: true, hasOthers: others.size > 0 }
}

/** All of them are read: they are few, and in no index by date or price. */
async function firstHomesToShow(database: DeviceDatabase, order: ListingOrder, count: number): Promise<Found> {
  const { index, isReversed } = indexes[order]
  const homes = (await homesToShow(database)).toSorted((one, other) =>
    (one[index] ?? '') < (other[index] ?? '') ? -1 : 1,
  )
  const inOrder = isReversed ? homes.toReversed() : homes
  return { asked: '', listings: inOrder.slice(0, count), total: homes.length, complete: true }
}

/** Rows without this field stand in no index; a plain server may leave a date out. They go last. */
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
  asked: string,
  { keys, total, complete }: ListingMatches,
): Promise<Found> {
  const rows = await database.listings.bulkGet(keys)
  return { asked, listings: rows.filter((row) => row !== undefined), total, complete }
}

function neverChanges(): () => void {
  return () => {}
}

/** The main photo of each of these listings; listings without one are missing from the map. */
export function useMainPhotos(keys: readonly LocalKey[]): ReadonlyMap<LocalKey, PhotoRow> {
  const { database } = useDevice()
  const photos = useLiveQuery(
    () => database.listing_images.where('listing_key').anyOf(keys).toArray(),
    // The same listings in another order have the same photos.
    [database, keys.toSorted().join(' ')],
  )
  return useMemo(() => mainPhotos(photos ?? []), [photos])
}

function mainPhotos(photos: readonly PhotoRow[]): Map<LocalKey, PhotoRow> {
  const main = new Map<LocalKey, PhotoRow>()
  for (const photo of inOrderOfShowing(photos)) if (!main.has(photo.listing_key)) main.set(photo.listing_key, photo)
  return main
}

/**
 * The main photo first, then the agent's order. Of two primary ones that go first that was picked here: until it is sent,
 * the photo it takes the place of is primary as well.
 */
export function inOrderOfShowing(photos: readonly PhotoRow[]): PhotoRow[] {
  const rank = ({ is_primary, image_file }: PhotoRow) => (is_primary === true ? (image_file === undefined ? 1 : 0) : 2)
  const place = ({ position = 0, id = Infinity }: PhotoRow) => [position, id] as const
  return photos.toSorted((one, other) => {
    const [[first, firstId], [second, secondId]] = [place(one), place(other)]
    return rank(one) - rank(other) || first - second || (firstId === secondId ? 0 : firstId - secondId)
  })
}
