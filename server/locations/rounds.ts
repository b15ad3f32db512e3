import type { FastifyBaseLogger } from 'fastify'
import { traceOf } from '#server/trace-of.ts'

/** Work that is done again and again, one round at a time. */
export type Rounds = {
  /** Says that there may be work. Without `start` nothing follows. */
  wake: () => void
  /** Begins a round now and one every half minute. */
  start: (log: FastifyBaseLogger) => void
  /** Aborts the signal and waits for the round that runs. */
  stop: () => Promise<void>
}

const everyMs = 30_000
/** What comes together is done together, and after the answer to the request that brought it. */
const togetherMs = 500

type Work = {
  /** Once, before the first round. */
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
