import type { FastifyBaseLogger } from 'fastify'
import { traceOf } from '#server/trace-of.ts'

export type PeriodicWork = {
  /** Starts the next round early, because there may be work. Has no effect before `start`. */
  wake: () => void
  /** Starts the first round. Each further one starts 30 seconds after the end of the previous one, or earlier after `wake`. */
  start: (log: FastifyBaseLogger) => void
  /** Starts no further round, aborts `stopping` and waits for the current round. */
  stop: () => Promise<void>
}

const pauseMs = 30_000
/** The pause after `wake`: combines several calls, and lets the server first answer the requests that called `wake`. */
const wakeDelayMs = 500

type Work = {
  /** Runs once, in the first round before `work`. */
  begin: () => Promise<void>
  work: (log: FastifyBaseLogger) => Promise<void>
}

/** Repeats `work` in the background. Once `stopping` is aborted, no further round starts. */
export function createPeriodicWork(stopping: AbortController, { begin, work }: Work): PeriodicWork {
  let log: FastifyBaseLogger | null = null
  let timer: NodeJS.Timeout | undefined
  let isSoon = false
  let isRunning = false
  let running: Promise<void> = Promise.resolve()

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stopping.signal.aborted) timer = setTimeout(() => round(work), ms).unref()
  }

  function round(run: Work['work']): void {
    isRunning = true
    isSoon = false
    running = run(log!)
      .catch((error: unknown) => {
        log?.error({ problem: traceOf(error) }, 'locations could not be looked up; it will be tried again')
      })
      .finally(() => {
        isRunning = false
        schedule(isSoon ? wakeDelayMs : pauseMs)
      })
  }

  return {
    wake() {
      if (log === null || isSoon) return
      isSoon = true
      if (!isRunning) schedule(wakeDelayMs)
    },
    start(logger) {
      log = logger
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
