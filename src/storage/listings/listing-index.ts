import { type IntervalTree, RangeSet } from 'dexie'
import { serialQueue } from '#core/serial-queue.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { listingEntries } from './listing-entries.ts'
import type { ListingIndex } from './listing-search.ts'
import { onChange } from '#storage/reading/on-change.ts'

/** Rows read at a time: small enough that no step holds up a frame on a slow phone. */
const rowsPerStep = 200

/** `tell` is called when an answer may have changed. */
export function listingIndex(database: DeviceDatabase, tell: () => void): ListingIndex {
  const entries = listingEntries()
  let complete = false
  let closed = false
  let prepared: Promise<void> | null = null
  const queue = serialQueue()
  /** Reading and following take turns, so that an older copy of a row never lands after a newer one; null once it is closed. */
  const inTurn = <Result>(step: () => Promise<Result>) => queue<Result | null>(() => (closed ? null : step()))

  const stop = onChange(database, 'listings', (changed) => {
    if (prepared === null) return
    const keys = exactKeys(changed)
    void inTurn(() => (keys === null ? readAgain() : follow(keys))).catch(() => {})
  })

  async function follow(keys: LocalKey[]) {
    const rows = await database.listings.bulkGet(keys)
    for (const [index, key] of keys.entries()) {
      const row = rows[index]
      if (row === undefined) entries.remove(key)
      else entries.put(row)
    }
    tell()
  }

  async function readAgain() {
    entries.clear()
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
    for (const row of rows) entries.put(row)
    if (rows.length === rowsPerStep) return rows.at(-1)?.key ?? null
    complete = true
    tell()
    return null
  }

  return {
    prepare: () => {
      prepared ??= readAll().catch((error) => {
        // The next call begins anew: changes in between are not followed.
        prepared = null
        entries.clear()
        throw error
      })
      return prepared
    },
    find: (...asked) => ({ ...entries.find(...asked), complete }),
    close: () => {
      closed = true
      stop()
      entries.clear()
    },
  }
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
