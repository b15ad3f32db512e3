export class QueueIsFull extends Error {
  override name = 'QueueIsFull'
}

/** Runs `work` after the tasks before it; `owner` is an agent's id. */
export type Queue = <T>(work: () => Promise<T>, owner?: number) => Promise<T>

/**
 * Runs tasks one at a time. Owners take turns, so one owner's tasks delay another's by at most one task. Rejects with
 * `QueueIsFull` above `mostWaiting`, or above `mostPerOwner` for one owner.
 */
export function createQueue(mostWaiting: number, mostPerOwner = mostWaiting): Queue {
  // Tasks by owner, in the order in which the owners take turns.
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
        // A failed task must not stop the others.
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
