import { Worker } from 'node:worker_threads'
import { type PlanAnswer, planOf, type PlanQuestion } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'

type PlanningThread = {
  /** Plans a tour. Rejects with `PlanContradiction` if the locked stops cannot all be visited, as `planTour` does. */
  plan(input: PlanInput): Promise<TourPlan>
  close(): Promise<void>
}

type PendingPlan = { settle: (answer: PlanAnswer) => void; fail: (error: Error) => void }

/** Returns a planner that runs in a worker thread, started with the first plan. An idle thread does not prevent the process from exiting. */
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
    const onThreadEnd = (error: Error) => {
      if (thread !== started) return
      thread = null
      for (const { fail } of waiting.values()) fail(error)
      waiting.clear()
    }
    started.on('error', onThreadEnd)
    started.on('exit', () => onThreadEnd(ended()))
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
