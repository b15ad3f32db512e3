import { setImmediate } from 'node:timers'
import type { AbortSignalLike, Clock } from '#core/sync/ports.ts'

export type VirtualClock = Clock & {
  /** Moves time whenever everything waits, until `work` has ended. */
  run: <Result>(work: Promise<Result>) => Promise<Result>
  /** Moves time by `ms`, running everything due. */
  pass: (ms: number) => Promise<void>
}

type Timer = { at: number; ring: () => void }

/**
 * A clock that advances only when all work waits, so that runs are fast and deterministic. It stops while `isBusy`, for stores
 * such as IndexedDB that still work when all promises have run.
 */
export function virtualClock(startsAt = Date.UTC(2026, 10, 21, 9), isBusy = () => false): VirtualClock {
  let now = startsAt
  const timers = new Set<Timer>()

  function sleep(ms: number, signal?: AbortSignalLike): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = { at: now + Math.max(0, ms), ring }
      function ring(): void {
        timers.delete(timer)
        signal?.removeEventListener('abort', ring)
        resolve()
      }
      signal?.addEventListener('abort', ring, { once: true })
      timers.add(timer)
    })
  }

  function nextTimer(): Timer | null {
    let next: Timer | null = null
    for (const timer of timers) if (next === null || timer.at < next.at) next = timer
    return next
  }

  async function everybodyWaits(): Promise<void> {
    do await promisesWait()
    while (isBusy())
  }

  async function run<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    for (let idleRounds = 0; ;) {
      await everybodyWaits()
      if (isOver) return work
      const timer = nextTimer()
      if (timer === null) {
        idleRounds += 1
        if (idleRounds > 100) throw new Error('Everything waits and no time is set: a promise was forgotten.')
        continue
      }
      idleRounds = 0
      now = Math.max(now, timer.at)
      timer.ring()
    }
  }

  async function pass(ms: number): Promise<void> {
    const until = now + ms
    for (;;) {
      await everybodyWaits()
      const timer = nextTimer()
      if (timer === null || timer.at > until) break
      now = Math.max(now, timer.at)
      timer.ring()
    }
    now = until
  }

  return { now: () => now, sleep, run, pass }
}

/** Resolves when all pending promises have run: a macrotask begins after the last microtask. */
function promisesWait(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
