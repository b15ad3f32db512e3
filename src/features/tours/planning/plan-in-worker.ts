import { type PlanAnswer, planOf, type PlanQuestion } from '#core/planner/plan-tour.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'

type Asked = { question: PlanQuestion; settle: (answer: PlanAnswer) => void; fail: (error: Error) => void }

let worker: Worker | null = null
let lastId = 0
/** The worker plans the first one; the others wait here, where they can be canceled. */
const asked: Asked[] = []

/**
 * Rejects with `PlanContradiction` like `planTour`, and with the signal's reason on abort. A plan is stopped by a
 * message: Chromium runs a terminated worker for two more seconds, and several would use up the processor.
 */
export function planInWorker(input: PlanInput, signal?: AbortSignal): Promise<TourPlan> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error)
  const question = { id: ++lastId, input }
  const answer = new Promise<PlanAnswer>((settle, fail) => {
    asked.push({ question, settle, fail })
    signal?.addEventListener('abort', () => takeBack(question, fail, signal.reason as Error), { once: true })
  })
  if (asked.length === 1) askWorker()
  return answer.then(planOf)
}

function askWorker(): void {
  worker ??= startWorker()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its worker alone
  worker.postMessage(asked[0]?.question ?? null)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./planner-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<PlanAnswer>) => {
    // Ignore the answer to a canceled question.
    if (data.id !== asked[0]?.question.id) return
    asked.shift()?.settle(data)
    askWorker()
  })
  started.addEventListener('error', () => {
    worker = null
    for (const { fail } of asked.splice(0)) fail(new Error('The planner could not be started.'))
  })
  return started
}

function takeBack(question: PlanQuestion, fail: Asked['fail'], reason: Error): void {
  const place = asked.findIndex((other) => other.question === question)
  if (place < 0) return
  asked.splice(place, 1)
  fail(reason)
  if (place === 0) askWorker()
}
