const running = new Set<symbol>()

/** The answer of a live query, which counts as running until it is there. */
export async function counted<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  const query = Symbol('query')
  running.add(query)
  try {
    return await read()
  } finally {
    running.delete(query)
  }
}

/** What waits for more than the database, such as code to be fetched, is not waited for. */
const mostMs = 2000

/**
 * Resolves when no live query reads any more: a query without a subscriber runs to its end, and would meet a closed database.
 * One begins some turns after what wants it is drawn, which may be an answer of another, so rest is what lasts.
 */
export async function untilQueriesEnd(): Promise<void> {
  const until = performance.now() + mostMs
  for (let turns = 0; turns < 4 && performance.now() < until; turns = running.size > 0 ? 0 : turns + 1)
    await new Promise((resolve) => setTimeout(resolve))
}
