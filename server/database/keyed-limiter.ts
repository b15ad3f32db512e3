type OwnerTasks = { running: number; waiting: (() => void)[] }

type KeyedLimiter = <T>(owner: number, work: () => Promise<T>) => Promise<T>

/** Runs at most `maxRunning` tasks of one owner at a time. Further ones wait up to `patienceMs`, then reject with the code of a lock timeout. */
export function createKeyedLimiter(maxRunning: number, patienceMs: number): KeyedLimiter {
  const tasksByOwner = new Map<number, OwnerTasks>()

  return async (owner, work) => {
    const tasks = tasksByOwner.get(owner) ?? { running: 0, waiting: [] }
    tasksByOwner.set(owner, tasks)
    // A waiting task takes the place of the one that has ended, so `running` does not change.
    if (tasks.running < maxRunning) tasks.running += 1
    else await waitForTurn(tasks, patienceMs)
    try {
      return await work()
    } finally {
      const next = tasks.waiting.shift()
      if (next === undefined) tasks.running -= 1
      else next()
      if (tasks.running === 0) tasksByOwner.delete(owner)
    }
  }
}

function waitForTurn({ waiting }: OwnerTasks, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(Object.assign(new Error('No place became free in time.'), { code: '55P03' }))
    }, patienceMs)
    waiting.push(start)
  })
}
