type Share = { running: number; waiting: (() => void)[] }

type KeyedLimiter = <T>(owner: number, work: () => Promise<T>) => Promise<T>

/** Runs at most `most` tasks of one owner at a time. Further ones wait up to `patienceMs`, then reject with the code of a lock timeout. */
export function createKeyedLimiter(most: number, patienceMs: number): KeyedLimiter {
  const shares = new Map<number, Share>()

  return async (owner, work) => {
    const share = shares.get(owner) ?? { running: 0, waiting: [] }
    shares.set(owner, share)
    // A waiting task takes the place of the one that has ended, so `running` does not change.
    if (share.running < most) share.running += 1
    else await waitForTurn(share, patienceMs)
    try {
      return await work()
    } finally {
      const next = share.waiting.shift()
      if (next === undefined) share.running -= 1
      else next()
      if (share.running === 0) shares.delete(owner)
    }
  }
}

function waitForTurn({ waiting }: Share, patienceMs: number): Promise<void> {
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
