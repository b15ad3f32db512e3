/** The caller reports each request to the provider as failed or succeeded, and sends none while `isPaused`. */
export type Backoff = {
  isPaused: () => boolean
  failed: () => void
  succeeded: () => void
}

/** One failure may be due to the address; several in a row are due to the provider. */
const failuresBeforePause = 3
const firstPauseMs = 60_000
const longestPauseMs = 60 * 60_000

/** After three failures in a row, pauses for a minute. Each further failure doubles the pause, up to an hour. */
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
