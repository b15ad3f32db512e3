import { Dexie, type Observable, liveQuery as dexieLiveQuery } from 'dexie'
import { countPageFreezes } from '#storage/database/page-freeze.ts'
import type { DeviceDatabase, DeviceTables } from '#storage/database/device-database.ts'

/** Runs `read` again when its data changes, in any tab. Unless `read` is an async function, Dexie may not observe what it reads later. */
export function liveQuery<Value>(read: () => Value | Promise<Value>): Observable<Value> {
  return dexieLiveQuery(async () => {
    const freezes = countPageFreezes()
    try {
      return await countWhileRunning(read)
    } catch (cause) {
      // Dexie ignores an `AbortError`; all queries run again when the page returns (faults A17, A24).
      throw countPageFreezes() === freezes ? cause : new Dexie.AbortError('The page was frozen.')
    }
  })
}

let running = 0

/** Runs the query, which counts as running until it settles. */
export async function countWhileRunning<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  running += 1
  try {
    return await read()
  } finally {
    running -= 1
  }
}

/**
 * Resolves when no live query has run for four turns of the event loop, or after `maxMs`. Call it before closing the database: a query
 * may start some turns after the render that needs it, and also runs to its end without a subscriber.
 */
export async function untilQueriesEnd(maxMs = 2000): Promise<void> {
  const until = performance.now() + maxMs
  for (let turns = 0; turns < 4 && performance.now() < until; turns = running > 0 ? 0 : turns + 1)
    await yieldToEventLoop()
}

/** Yields to the event loop for at least `ms`. */
export function yieldToEventLoop(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Calls `listener` with the range of keys after each change of a table, in this tab or another; returns an unsubscribe
 * function. A live query would return nothing while an import writes without a pause, because each change restarts it.
 */
export function onTableChange(
  database: DeviceDatabase,
  table: keyof DeviceTables,
  listener: (keys: unknown) => void,
): () => void {
  const onMutation = (parts: Record<string, unknown>) => {
    const keys = parts[`idb://${database.name}/${table}/`] ?? parts['all']
    if (keys !== undefined) listener(keys)
  }
  Dexie.on.storagemutated.subscribe(onMutation)
  return () => Dexie.on.storagemutated.unsubscribe(onMutation)
}

/**
 * Returns a function that requests a run of `read`. Runs never overlap: requests during a run cause one more, after a pause as long as
 * the run. A failed run is not reported; the next request tries again.
 */
export function coalesceRuns(read: () => Promise<void>): () => void {
  let isRequested = false
  let isRunning = false

  async function run() {
    isRunning = true
    while (isRequested) {
      isRequested = false
      const begunAt = performance.now()
      await read().catch(() => {})
      await yieldToEventLoop(performance.now() - begunAt)
    }
    isRunning = false
  }

  return () => {
    isRequested = true
    if (!isRunning) void run()
  }
}
