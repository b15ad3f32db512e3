export type Backoff = {
  /** True while nothing is asked. */
  isPaused: () => boolean
  failed: () => void
  succeeded: () => void
}

/** One failure may be the address's; several in a row are the provider's. */
const failuresBeforePause = 3
const firstPauseMs = 60_000
const longestPauseMs = 60 * 60_000

/** After three failures in a row a minute's pause, then two, four, … at most an hour; one success ends it. */
export function createBackoff(now: () => number): Backoff {
  let failures = 0
  let pausedUntil = -Infinity
  return {
    isPaused: () => now() < pausedUntil,
    failed: () => {
      failures += 1
      if (failures < failuresBeforePause) return
      pausedUntil = now() + Math.min(firstPauseMs * 2 ** (failures - failuresBeforePause), longestPauseMs)
    },
    succeeded: () => {
      failures = 0
    },
  }
}
