export class QueueIsFull extends Error {
  override name = 'QueueIsFull'
}

/** Runs a work when its turn comes; `owner` is whose it is. */
export type Queue = <T>(work: () => Promise<T>, owner?: number) => Promise<T>

/**
 * Runs works one at a time. Owners take turns and the works of one owner keep their order, so many works of one delay another
 * owner by a single one. Refuses with `QueueIsFull` once `mostWaiting` are waiting, or `mostPerOwner` of this owner.
 */
export function createQueue(mostWaiting: number, mostPerOwner = mostWaiting): Queue {
  // Each owner's works, the owner whose turn is next first.
  const lines = new Map<number, (() => Promise<void>)[]>()
  let waiting = 0
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    for (let [next] = lines; next !== undefined; [next] = lines) await next[1][0]!()
    isRunning = false
  }

  return (work, owner = 0) => {
    const line = lines.get(owner) ?? []
    if (waiting >= mostWaiting || line.length >= mostPerOwner) {
      return Promise.reject(new QueueIsFull(`${waiting} are waiting already, ${line.length} of this owner`))
    }
    waiting += 1
    lines.set(owner, line)
    return new Promise((resolve, reject) => {
      line.push(async () => {
        // A work that fails must not stop those behind it.
        const [result] = await Promise.allSettled([Promise.resolve().then(work)])
        waiting -= 1
        line.shift()
        lines.delete(owner)
        if (line.length > 0) lines.set(owner, line)
        if (result.status === 'fulfilled') resolve(result.value)
        else reject(result.reason as Error)
      })
      if (!isRunning) void runAll()
    })
  }
}
