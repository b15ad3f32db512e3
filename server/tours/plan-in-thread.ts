import { Worker } from 'node:worker_threads'
import { type PlanAnswer, planOf, type PlanQuestion } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'

type PlanningThread = {
  /** Rejects with `PlanContradiction`, like `planTour`. */
  plan(input: PlanInput): Promise<TourPlan>
  close(): Promise<void>
}

type PendingPlan = { settle: (answer: PlanAnswer) => void; fail: (error: Error) => void }

/** Starts a thread for the first plan. The thread does not keep the process alive when idle. */
export function createPlanningThread(threadFile: URL): PlanningThread {
  let thread: Worker | null = null
  let isClosed = false
  let lastId = 0
  const waiting = new Map<number, PendingPlan>()

  function start(): Worker {
    const started = new Worker(threadFile)
    started.unref()
    started.on('message', (answer: PlanAnswer) => {
      waiting.get(answer.id)?.settle(answer)
      waiting.delete(answer.id)
      if (waiting.size === 0) started.unref()
    })
    const lost = (error: Error) => {
      if (thread !== started) return
      thread = null
      for (const { fail } of waiting.values()) fail(error)
      waiting.clear()
    }
    started.on('error', lost)
    started.on('exit', () => lost(ended()))
    return started
  }

  return {
    async plan(input) {
      if (isClosed) throw ended()
      const id = ++lastId
      const answer = new Promise<PlanAnswer>((settle, fail) => waiting.set(id, { settle, fail }))
      thread ??= start()
      thread.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ id, input } satisfies PlanQuestion)
      return planOf(await answer)
    },
    async close() {
      isClosed = true
      await thread?.terminate()
    },
  }
}

function ended(): Error {
  return new Error('The planning thread has ended.')
}
