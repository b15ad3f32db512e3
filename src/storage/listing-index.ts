import { Dexie, type IntervalTree, RangeSet } from 'dexie'
import { holdsWords, listingSearchText, searchWords } from '#core/domain/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'
import type { ListingIndex, ListingOrder } from './listing-search.ts'
import type { ListingRow } from './rows.ts'

type Entry = { key: LocalKey; text: string; status: unknown; createdAt: number; price: number }

/** Rows read at a time: small enough that no step holds up a frame on a slow phone. */
const rowsPerStep = 200

/** `tell` is called when an answer may have changed. */
export function listingIndex(database: DeviceDatabase, tell: () => void): ListingIndex {
  const entries = new Map<LocalKey, Entry>()
  const ordered = new Map<ListingOrder, Entry[]>()
  const listingsPart = `idb://${database.name}/listings/`
  let complete = false
  let closed = false
  let prepared: Promise<void> | null = null
  /** Reading and following take turns, so that an older copy of a row never lands after a newer one. */
  let turns: Promise<void> = Promise.resolve()

  function inTurn<Result>(step: () => Promise<Result>): Promise<Result | null> {
    const turn = turns.then(() => (closed ? null : step()))
    turns = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  function onMutation(parts: Record<string, unknown>) {
    const changed = parts[listingsPart] ?? parts['all']
    if (prepared === null || changed === undefined) return
    const keys = exactKeys(changed)
    void inTurn(() => (keys === null ? readAgain() : follow(keys))).catch(() => {})
  }
  Dexie.on('storagemutated', onMutation)

  async function follow(keys: LocalKey[]) {
    const rows = await database.listings.bulkGet(keys)
    for (const [index, key] of keys.entries()) {
      const row = rows[index]
      if (row === undefined) remove(key)
      else put(row)
    }
    tell()
  }

  async function readAgain() {
    entries.clear()
    ordered.clear()
    complete = false
    for (let after: LocalKey | null = ''; after !== null;) after = await readStep(after)
  }

  /** Changes get their turn between the steps, so that no change waits for the whole table. */
  async function readAll() {
    for (let after: LocalKey | null = ''; after !== null;) {
      const from: LocalKey = after
      after = await inTurn(() => readStep(from))
    }
  }

  /** Resolves to the key to go on after, or null at the end. */
  async function readStep(after: LocalKey): Promise<LocalKey | null> {
    const rows = await database.listings.where('key').above(after).limit(rowsPerStep).toArray()
    for (const row of rows) put(row)
    if (rows.length === rowsPerStep) return rows.at(-1)?.key ?? null
    complete = true
    tell()
    return null
  }

  function put(row: ListingRow) {
    const fresh = entryOf(row)
    const known = entries.get(row.key)
    if (known !== undefined && known.createdAt === fresh.createdAt && known.price === fresh.price) {
      known.text = fresh.text
      known.status = fresh.status
      return
    }
    entries.set(row.key, fresh)
    ordered.clear()
  }

  function remove(key: LocalKey) {
    if (entries.delete(key)) ordered.clear()
  }

  function inOrder(order: ListingOrder): Entry[] {
    let list = ordered.get(order)
    if (list === undefined) {
      list = [...entries.values()].sort(comparisons[order])
      ordered.set(order, list)
    }
    return list
  }

  return {
    prepare: () => {
      prepared ??= readAll()
      return prepared
    },
    find: (text, order, limit, statuses) => {
      const wanted = searchWords(text)
      const keys: LocalKey[] = []
      let total = 0
      for (const entry of inOrder(order)) {
        if (statuses !== undefined && !statuses.some((status) => status === entry.status)) continue
        if (!holdsWords(entry.text, wanted)) continue
        if (total < limit) keys.push(entry.key)
        total += 1
      }
      return { keys, total, complete }
    },
    close: () => {
      closed = true
      Dexie.on.storagemutated.unsubscribe(onMutation)
      entries.clear()
      ordered.clear()
    },
  }
}

function entryOf({ key, property, description, status, created_at, listing_price }: ListingRow): Entry {
  return {
    key,
    text: listingSearchText({ property, description }),
    status,
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

/** As an index orders equal values, so that searching and browsing show one order. */
function compareKeys(one: Entry, other: Entry): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0
}

/** The keys of Dexie's interval tree, or null when it names a whole range. */
function exactKeys(part: unknown): LocalKey[] | null {
  const range = new RangeSet().add(part as IntervalTree)
  const keys: LocalKey[] = []
  for (const { from, to } of range) {
    if (from !== to || typeof from !== 'string') return null
    keys.push(from)
  }
  return keys
}
