import type { FastifyBaseLogger } from 'fastify'
import { traceOf } from '#server/trace-of.ts'

export type Rounds = {
  /** Signals that there may be work. Has no effect before `start`. */
  wake: () => void
  /** Starts a round now and then every 30 seconds. */
  start: (log: FastifyBaseLogger) => void
  /** Aborts the signal and waits for the current round. */
  stop: () => Promise<void>
}

const everyMs = 30_000
/** Combines signals, and delays the work until requests are answered. */
const togetherMs = 500

type Work = {
  begin: () => Promise<void>
  work: (log: FastifyBaseLogger) => Promise<void>
}

export function createRounds(stopping: AbortController, { begin, work }: Work): Rounds {
  let log: FastifyBaseLogger | null = null
  let timer: NodeJS.Timeout | undefined
  let isSoon = false
  let isRunning = false
  let running: Promise<void> = Promise.resolve()

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stopping.signal.aborted) timer = setTimeout(() => round(work), ms).unref()
  }

  function round(doIt: Work['work']): void {
    isRunning = true
    isSoon = false
    running = doIt(log!)
      .catch((error: unknown) => {
        log?.error({ problem: traceOf(error) }, 'locations could not be looked up; it will be tried again')
      })
      .finally(() => {
        isRunning = false
        schedule(isSoon ? togetherMs : everyMs)
      })
  }

  return {
    wake() {
      if (log === null || isSoon) return
      isSoon = true
      if (!isRunning) schedule(togetherMs)
    },
    start(to) {
      log = to
      round(async (current) => {
        await begin()
        await work(current)
      })
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
