let running = 0

/** The answer of a live query, which counts as running until it is there. */
export async function counted<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  running += 1
  try {
    return await read()
  } finally {
    running -= 1
  }
}

/**
 * Resolves when no live query reads any more: a query without a subscriber runs to its end, and would meet a closed database.
 * One begins some turns after what wants it is drawn, which may be an answer of another, so rest is what lasts. What takes
 * longer than `mostMs`, such as code to be fetched, is not waited for.
 */
export async function untilQueriesEnd(mostMs = 2000): Promise<void> {
  const until = performance.now() + mostMs
  for (let turns = 0; turns < 4 && performance.now() < until; turns = running > 0 ? 0 : turns + 1)
    await yieldToEventLoop()
}

/** Lets others have their turn, for so many milliseconds at least. */
export function yieldToEventLoop(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Asks for a reading, which never runs twice at a time: asked for meanwhile, it runs once more, after a rest as long as it
 * took. What is read may be gone by then; the next one who asks tries again.
 */
export function oneAfterAnother(read: () => Promise<void>): () => void {
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
