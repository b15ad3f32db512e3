import { type Abort, createAbort } from './abort.ts'
import type { AbortSignalLike, Clock } from './ports.ts'
import { backoffMs } from '#core/sync/requests/retry.ts'

export type Loop = {
  start: () => void
  /** Resolves when the current turn has ended. Call it before a database is closed or wiped (fault D12). */
  stop: () => Promise<void>
  /** Ends the current or next pause, because there may be work: a new operation, or the page has come to the front (faults B10, B14). */
  poke: () => void
}

const idlePauseMs = 60_000
const otherSenderPauseMs = 3_000

/** Runs `turn` again and again, one at a time. A turn resolves to the pause after it, in milliseconds; a poke ends the pause. */
export function createLoop(clock: Clock, turn: (stop: AbortSignalLike) => Promise<number>): Loop {
  let stopping: Abort | null = null
  let ended: Promise<void> = Promise.resolve()
  let wake = createAbort()

  async function run(stop: AbortSignalLike): Promise<void> {
    while (!stop.aborted) {
      wake = createAbort(stop)
      await clock.sleep(await turn(stop), wake.signal)
      wake.abort()
    }
  }

  return {
    start: () => {
      if (stopping !== null) return
      stopping = createAbort()
      ended = run(stopping.signal)
    },
    stop: async () => {
      stopping?.abort()
      stopping = null
      await ended
    },
    poke: () => wake.abort(),
  }
}

/** How long to pause, in milliseconds. `nextAt`: when to send something again; null if nothing waits; `busy` if another tab or worker is sending. */
export function pauseUntil(nextAt: number | null | 'busy', now: number): number {
  if (nextAt === 'busy') return otherSenderPauseMs
  return nextAt === null ? idlePauseMs : Math.min(idlePauseMs, Math.max(250, nextAt - now))
}

export function pauseAfterFailures(failures: number, random: () => number): number {
  return Math.max(1_000, backoffMs(failures, random))
}
