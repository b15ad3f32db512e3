import { type PlanAnswer, planOf, type PlanQuestion } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'

type QueuedPlan = { question: PlanQuestion; settle: (answer: PlanAnswer) => void; fail: (error: Error) => void }

let worker: Worker | null = null
let lastId = 0
/** The worker plans the first entry; the others wait here, where they can be canceled. */
const queue: QueuedPlan[] = []

/**
 * Plans a tour in the worker. Rejects with `PlanContradiction` like `planTour`, or with the signal's reason on abort. An abort does not
 * terminate the worker: Chromium runs a terminated worker for two more seconds, and several of them would use up the processor.
 */
export function planInWorker(input: PlanInput, signal?: AbortSignal): Promise<TourPlan> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error)
  const question = { id: ++lastId, input }
  const answer = new Promise<PlanAnswer>((settle, fail) => {
    queue.push({ question, settle, fail })
    signal?.addEventListener('abort', () => cancel(question, fail, signal.reason as Error), { once: true })
  })
  if (queue.length === 1) postFirst()
  return answer.then(planOf)
}

/** Posts the first entry of the queue. If there is none, null stops the worker's current plan. */
function postFirst(): void {
  worker ??= startWorker()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only the worker receives it
  worker.postMessage(queue[0]?.question ?? null)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./planner-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<PlanAnswer>) => {
    // Ignore the answer to a canceled question.
    if (data.id !== queue[0]?.question.id) return
    queue.shift()?.settle(data)
    postFirst()
  })
  started.addEventListener('error', () => {
    worker = null
    for (const { fail } of queue.splice(0)) fail(new Error('The planner could not be started.'))
  })
  return started
}

function cancel(question: PlanQuestion, fail: QueuedPlan['fail'], reason: Error): void {
  const index = queue.findIndex((other) => other.question === question)
  if (index < 0) return
  queue.splice(index, 1)
  fail(reason)
  if (index === 0) postFirst()
}
