import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

export type ListingOrder = 'newest' | 'oldest' | 'cheapest' | 'dearest'

/** Which listings to find: the agent's own, or the homes to show; only those with one of `statuses`, if given. */
export type WantedListings = { statuses?: readonly string[] | undefined; areHomesToShow?: boolean | undefined }

export type ListingMatches = {
  /** The first matches in order, at most `limit`; `total` counts all matches. */
  keys: LocalKey[]
  total: number
  /** False while the index is being read; search again after the next notification. */
  complete: boolean
}

/**
 * Finds listings by status and by words in address, city, state, ZIP or description, without a read of the database. The first
 * search, or an idle moment before it, loads the index and its code; then the index follows the table's changes in all tabs.
 */
export type ListingSearch = {
  /** Starts reading the index; safe to call again. Resolves when it is complete. */
  prepare: () => Promise<void>
  /** Returns the listings that match `wanted` and contain every word of `text`. */
  find: (text: string, order: ListingOrder, limit: number, wanted?: WantedListings) => ListingMatches
  /** Calls `listener` when results may have changed. The first subscriber also calls `prepare`. */
  subscribe: (listener: () => void) => () => void
  /** Rises with every change, for `useSyncExternalStore`. */
  revision: () => number
  close: () => void
}

export type ListingIndex = Pick<ListingSearch, 'prepare' | 'find' | 'close'>

/** Returns the code of the index. A page imports it with the first search; a service worker cannot import, so its bundle contains the code. */
export type LoadListingIndex = () => Promise<{
  listingIndex: (database: DeviceDatabase, onChange: () => void) => ListingIndex
}>

export function listingSearch(database: DeviceDatabase, loadIndex: LoadListingIndex): ListingSearch {
  const listeners = new Set<() => void>()
  let revision = 0
  let index: ListingIndex | null = null
  let isClosed = false
  let preparing: Promise<void> | null = null

  function notify() {
    revision += 1
    for (const listener of listeners) listener()
  }

  function prepare(): Promise<void> {
    preparing ??= fetchAndRead()
    preparing.catch(() => (preparing = null))
    return preparing
  }

  async function fetchAndRead() {
    const { listingIndex } = await loadIndex()
    if (isClosed) return
    index ??= listingIndex(database, notify)
    await index.prepare()
  }

  return {
    prepare,
    find: (...query) => {
      if (index === null) return { keys: [], total: 0, complete: false }
      const start = performance.now()
      const matches = index.find(...query)
      performance.clearMeasures(searchMeasure)
      performance.measure(searchMeasure, { start })
      return matches
    },
    subscribe: (listener) => {
      listeners.add(listener)
      prepare().catch(() => {})
      return () => listeners.delete(listener)
    },
    revision: () => revision,
    close: () => {
      isClosed = true
      index?.close()
    },
  }
}

/** The performance measure with the duration of the last search, for the browser's developer tools and the benchmark. */
const searchMeasure = 'search listings'
