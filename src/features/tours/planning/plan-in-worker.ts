import { type PlanAnswer, planOf, type PlanQuestion } from '#core/planner/plan-answer.ts'
import type { PlanInput, TourPlan } from '#core/planner/plan-types.ts'

type Waiting = { settle: (answer: PlanAnswer) => void; fail: (error: Error) => void }

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * Plans a tour beside the page, which is never blocked. Rejects with `PlanContradiction` like `planTour`, and with the
 * signal's reason when it is aborted; an aborted plan is stopped.
 */
export function planInWorker(input: PlanInput, signal?: AbortSignal): Promise<TourPlan> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error)
  const id = ++lastId
  const answer = new Promise<PlanAnswer>((resolve, reject) => {
    waiting.set(id, { settle: resolve, fail: reject })
    signal?.addEventListener('abort', () => forget(id, signal.reason as Error), { once: true })
  })
  worker ??= startWorker()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its worker alone
  worker.postMessage({ id, input } satisfies PlanQuestion)
  return answer.then(planOf)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./planner-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<PlanAnswer>) => {
    waiting.get(data.id)?.settle(data)
    waiting.delete(data.id)
  })
  started.addEventListener('error', () => {
    stopWorker()
    for (const { fail } of waiting.values()) fail(new Error('The planner could not be started.'))
    waiting.clear()
  })
  return started
}

function forget(id: number, reason: Error): void {
  const request = waiting.get(id)
  if (request === undefined) return
  waiting.delete(id)
  request.fail(reason)
  // It knows no pause while it plans: only its end frees the processor for the next question.
  if (waiting.size === 0) stopWorker()
}

function stopWorker(): void {
  worker?.terminate()
  worker = null
}
