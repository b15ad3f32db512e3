import { parentPort } from 'node:worker_threads'
import { answerPlan, type PlanQuestion } from '#core/planner/plan-tour.ts'
import { allSteps } from '#core/planner/plan-types.ts'

// This file is the start of a thread: a large tour is planned here while the server goes on answering.
parentPort?.on('message', (question: PlanQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(allSteps(answerPlan(question)))
})
