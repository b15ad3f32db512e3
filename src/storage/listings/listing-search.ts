import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

export type ListingOrder = 'newest' | 'oldest' | 'cheapest' | 'dearest'

/** Listings of the agent's own, or homes that other brokers list; with one of the statuses where some are named. */
export type WantedListings = { statuses?: readonly string[] | undefined; isToShow?: boolean | undefined }

export type ListingMatches = {
  /** The first `limit` matches in the asked order. */
  keys: LocalKey[]
  total: number
  /** False while the index is still being read; ask again on the next signal. */
  complete: boolean
}

/**
 * Finds listings by words in address, city, state, ZIP or description, whatever the case, and by status, among thousands without
 * touching the database. The index and its code are fetched by the first search, or ahead of it in a quiet moment;
 * it is read once, in small steps, and then follows the table's changes in all tabs.
 */
export type ListingSearch = {
  /** Starts reading the index; safe to call again. Resolves when it is complete. */
  prepare: () => Promise<void>
  /** Those with every word of `text` among the wanted ones. */
  find: (text: string, order: ListingOrder, limit: number, wanted?: WantedListings) => ListingMatches
  /** Tells when an answer may have changed. The first subscriber starts the reading. */
  subscribe: (listener: () => void) => () => void
  /** Rises with every change, for `useSyncExternalStore`. */
  revision: () => number
  close: () => void
}

/** What searches, once its code is here. */
export type ListingIndex = Pick<ListingSearch, 'prepare' | 'find' | 'close'>

/** The page fetches this code when it first searches. The worker, whose code must not fetch any, never does. */
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
    // The next call tries again.
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

/** Under this name the browser's timings, and the benchmark, know how long the last search took. */
const searchMeasure = 'search listings'
