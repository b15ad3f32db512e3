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

/** Resolves when no live query reads any more: a query without a subscriber runs to its end, and would meet a closed database. */
export async function untilQueriesEnd(): Promise<void> {
  const until = performance.now() + mostMs
  do await new Promise((resolve) => setTimeout(resolve))
  while (running.size > 0 && performance.now() < until)
}
