import { type IntervalTree, RangeSet } from 'dexie'
import { serialQueue } from '#core/serial-queue.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ListingIndex, ListingMatches, ListingOrder, WantedListings } from './listing-search.ts'
import { onTableChange } from '#storage/reading/live-query.ts'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { containsAllWords, listingSearchText, searchTerms } from '#core/domain/listings/listing-rules.ts'
import type { ListingRow } from '#storage/database/rows.ts'

/** Small enough that no step delays a frame on a slow phone. */
const rowsPerStep = 200

/** Returns an in-memory index of all listings, which follows the database. Calls `onChange` when results may have changed. */
export function listingIndex(database: DeviceDatabase, onChange: () => void): ListingIndex {
  const entries = listingEntries()
  let complete = false
  let closed = false
  let prepared: Promise<void> | null = null
  const queue = serialQueue()
  /** Runs steps one after another, so that an older copy of a row never replaces a newer one; resolves to null after `close`. */
  const enqueue = <Result>(step: () => Promise<Result>) => queue<Result | null>(() => (closed ? null : step()))

  const stop = onTableChange(database, 'listings', (changed) => {
    if (prepared === null) return
    const keys = exactKeys(changed)
    void enqueue(() => (keys === null ? readAgain() : readChanged(keys))).catch(() => {})
  })

  async function readChanged(keys: LocalKey[]) {
    const rows = await database.listings.bulkGet(keys)
    for (const [index, key] of keys.entries()) {
      const row = rows[index]
      if (row === undefined) entries.remove(key)
      else entries.put(row)
    }
    onChange()
  }

  async function readAgain() {
    entries.clear()
    complete = false
    for (let after: LocalKey | null = ''; after !== null;) after = await readStep(after)
  }

  /** Each step is queued separately, so that a changed listing is read between two steps, not after the whole table. */
  async function readAll() {
    for (let after: LocalKey | null = ''; after !== null;) {
      const from: LocalKey = after
      after = await enqueue(() => readStep(from))
    }
  }

  /** Returns the key to continue after, or null at the end. */
  async function readStep(after: LocalKey): Promise<LocalKey | null> {
    const rows = await database.listings.where('key').above(after).limit(rowsPerStep).toArray()
    for (const row of rows) entries.put(row)
    if (rows.length === rowsPerStep) return rows.at(-1)?.key ?? null
    complete = true
    onChange()
    return null
  }

  return {
    prepare: () => {
      prepared ??= readAll().catch((error) => {
        // Table changes are ignored until the next call, so that call must read everything again.
        prepared = null
        entries.clear()
        throw error
      })
      return prepared
    },
    find: (...search) => ({ ...entries.find(...search), complete }),
    close: () => {
      closed = true
      stop()
      entries.clear()
    },
  }
}

/** Returns the keys in Dexie's interval tree, or null if it contains a range. */
function exactKeys(part: unknown): LocalKey[] | null {
  const range = new RangeSet().add(part as IntervalTree)
  const keys: LocalKey[] = []
  for (const { from, to } of range) {
    if (from !== to || typeof from !== 'string') return null
    keys.push(from)
  }
  return keys
}

type Entry = { key: LocalKey; text: string; status: unknown; isToShow: boolean; createdAt: number; price: number }

/** The searchable data of each listing, in memory; sorted when an order is first used. */
type ListingEntries = {
  put: (row: ListingRow) => void
  remove: (key: LocalKey) => void
  clear: () => void
  find: (text: string, order: ListingOrder, limit: number, wanted?: WantedListings) => Omit<ListingMatches, 'complete'>
}

function listingEntries(): ListingEntries {
  const entries = new Map<LocalKey, Entry>()
  const ordered = new Map<ListingOrder, Entry[]>()

  function inOrder(order: ListingOrder): Entry[] {
    let list = ordered.get(order)
    if (list === undefined) {
      list = [...entries.values()].sort(comparisons[order])
      ordered.set(order, list)
    }
    return list
  }

  return {
    put: (row) => {
      const fresh = entryOf(row)
      const known = entries.get(row.key)
      if (known !== undefined && known.createdAt === fresh.createdAt && known.price === fresh.price) {
        known.text = fresh.text
        known.status = fresh.status
        known.isToShow = fresh.isToShow
        return
      }
      entries.set(row.key, fresh)
      ordered.clear()
    },
    remove: (key) => {
      if (entries.delete(key)) ordered.clear()
    },
    clear: () => {
      entries.clear()
      ordered.clear()
    },
    find: (text, order, limit, { statuses, areHomesToShow = false } = {}) => {
      const words = searchTerms(text)
      const keys: LocalKey[] = []
      let total = 0
      for (const entry of inOrder(order)) {
        if (entry.isToShow !== areHomesToShow) continue
        if (statuses !== undefined && !statuses.some((status) => status === entry.status)) continue
        if (!containsAllWords(entry.text, words)) continue
        if (total < limit) keys.push(entry.key)
        total += 1
      }
      return { keys, total }
    },
  }
}

function entryOf(listing: ListingRow): Entry {
  const { key, status, created_at, listing_price } = listing
  return {
    key,
    text: listingSearchText(listing),
    status,
    isToShow: isListedByOther(listing),
    createdAt: Date.parse(created_at ?? '') || 0,
    price: listing_price || 0,
  }
}

const comparisons: Record<ListingOrder, (one: Entry, other: Entry) => number> = {
  newest: (one, other) => other.createdAt - one.createdAt || compareKeys(other, one),
  oldest: (one, other) => one.createdAt - other.createdAt || compareKeys(one, other),
  cheapest: (one, other) => one.price - other.price || compareKeys(one, other),
  dearest: (one, other) => other.price - one.price || compareKeys(other, one),
}

/** Orders listings with equal values as a database index does, so that a search and the whole list have the same order. */
function compareKeys(one: Entry, other: Entry): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0
}
