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
 * Returns a function that requests a run of `read`. Runs never overlap: requests during a run cause one more, after a pause as long as
 * the run. A failed run is not reported; the next request tries again.
 */
export function coalesceRuns(read: () => Promise<void>): () => void {
  let isAsked = false
  let isRunning = false

  async function run() {
    isRunning = true
    while (isAsked) {
      isAsked = false
      const begunAt = performance.now()
      await read().catch(() => {})
      await yieldToEventLoop(performance.now() - begunAt)
    }
    isRunning = false
  }

  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
