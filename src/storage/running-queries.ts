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

/** What waits for more than the database, such as code to be fetched, is not waited for. */
const mostMs = 1000

/** Resolves when no live query reads any more: one that nobody listens to goes on to its end, and would find a closed database. */
export async function untilQueriesEnd(): Promise<void> {
  const until = performance.now() + mostMs
  do await new Promise((resolve) => setTimeout(resolve))
  while (running > 0 && performance.now() < until)
}
