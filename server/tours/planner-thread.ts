import { parentPort } from 'node:worker_threads'
import { answerPlan, type PlanQuestion } from '#core/planner/plan-tour.ts'
import { runToEnd } from '#core/planner/plan-types.ts'

// Entry point of the thread that plans large tours, so that the server's thread is not blocked.
parentPort?.on('message', (question: PlanQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(runToEnd(answerPlan(question)))
})
