export class QueueIsFull extends Error {
  override name = 'QueueIsFull'
}

/** Queues `work` and returns its result. `owner`: the id of the agent for whom it runs; by default, all tasks have the same owner. */
export type Queue = <T>(work: () => Promise<T>, owner?: number) => Promise<T>

/** Runs tasks one at a time; owners take turns. Rejects with `QueueIsFull` while `maxWaiting` tasks (`maxPerOwner` of one owner) wait or run. */
export function createTurnQueue(maxWaiting: number, maxPerOwner = maxWaiting): Queue {
  // Tasks by owner, in the order in which the owners take turns.
  const tasksByOwner = new Map<number, (() => Promise<void>)[]>()
  let waiting = 0
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    for (let [next] = tasksByOwner; next !== undefined; [next] = tasksByOwner) await next[1][0]!()
    isRunning = false
  }

  return (work, owner = 0) => {
    const tasks = tasksByOwner.get(owner) ?? []
    if (waiting >= maxWaiting || tasks.length >= maxPerOwner) {
      return Promise.reject(new QueueIsFull(`${waiting} are waiting already, ${tasks.length} of this owner`))
    }
    waiting += 1
    tasksByOwner.set(owner, tasks)
    return new Promise((resolve, reject) => {
      tasks.push(async () => {
        // A failed task must not stop the others.
        const [result] = await Promise.allSettled([Promise.resolve().then(work)])
        waiting -= 1
        tasks.shift()
        tasksByOwner.delete(owner)
        if (tasks.length > 0) tasksByOwner.set(owner, tasks)
        if (result.status === 'fulfilled') resolve(result.value)
        else reject(result.reason as Error)
      })
      if (!isRunning) void runAll()
    })
  }
}
