export class QueueIsFull extends Error {
  override name = 'QueueIsFull'
}

/** Runs works one after another, in the order they came; refuses with `QueueIsFull` once `mostWaiting` are waiting. */
export function createQueue(mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return async (work) => {
    if (waiting >= mostWaiting) throw new QueueIsFull(`${waiting} are waiting already`)
    waiting += 1
    const turn = last.then(work)
    // A work that fails must not stop those behind it.
    last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      waiting -= 1
    }
  }
}
