import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

export type ListingOrder = 'newest' | 'oldest' | 'cheapest' | 'dearest'

/** The agent's own listings, or the homes to show; only those with one of `statuses` if given. */
export type WantedListings = { statuses?: readonly string[] | undefined; isToShow?: boolean | undefined }

export type ListingMatches = {
  keys: LocalKey[]
  total: number
  /** False while the index is being read; search again after the next notification. */
  complete: boolean
}

/**
 * Finds listings by status and by words in address, city, state, ZIP or description, without touching the database. The first
 * search, or an idle moment before it, loads the index and its code; then the index follows the table's changes in all tabs.
 */
export type ListingSearch = {
  /** Starts reading the index; safe to call again. Resolves when it is complete. */
  prepare: () => Promise<void>
  /** Returns the wanted listings with every word of `text`. */
  find: (text: string, order: ListingOrder, limit: number, wanted?: WantedListings) => ListingMatches
  /** Calls `listener` when results may have changed. The first subscriber starts the reading. */
  subscribe: (listener: () => void) => () => void
  /** Rises with every change, for `useSyncExternalStore`. */
  revision: () => number
  close: () => void
}

export type ListingIndex = Pick<ListingSearch, 'prepare' | 'find' | 'close'>

/** The page loads this code with its first search. The worker never does, because its code must not load any. */
export type LoadListingIndex = () => Promise<{
  listingIndex: (database: DeviceDatabase, tell: () => void) => ListingIndex
}>

export function listingSearch(database: DeviceDatabase, loadIndex: LoadListingIndex): ListingSearch {
  const listeners = new Set<() => void>()
  let revision = 0
  let index: ListingIndex | null = null
  let isClosed = false
  let preparing: Promise<void> | null = null

  function tell() {
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
    index ??= listingIndex(database, tell)
    await index.prepare()
  }

  return {
    prepare,
    find: (...wanted) => {
      if (index === null) return { keys: [], total: 0, complete: false }
      const start = performance.now()
      const matches = index.find(...wanted)
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

/** The browser's timings, and the benchmark, find the duration of the last search under this name. */
const searchMeasure = 'search listings'
