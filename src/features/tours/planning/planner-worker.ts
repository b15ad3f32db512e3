import { answerPlan, type PlanQuestion } from '#core/planner/plan-answer.ts'

// This file is the start of a web worker: it plans so that the page stays quick.
addEventListener('message', ({ data }: MessageEvent<PlanQuestion>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its page alone
  postMessage(answerPlan(data))
})
