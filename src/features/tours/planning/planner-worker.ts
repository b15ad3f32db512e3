import { answerPlan, type PlanQuestion } from '#core/planner/plan-tour.ts'

/** How long the worker plans before it handles messages. */
const sliceMs = 100

/** The last question that the page has posted; the plan for an earlier one stops. */
let current: PlanQuestion | null = null

// A web worker, so that planning does not block the page.
addEventListener('message', ({ data }: MessageEvent<PlanQuestion | null>) => {
  current = data
  if (data !== null) void plan(data)
})

async function plan(question: PlanQuestion): Promise<void> {
  const steps = answerPlan(question)
  for (;;) {
    const sliceEnds = performance.now() + sliceMs
    let step = steps.next()
    while (step.done !== true && performance.now() < sliceEnds) step = steps.next()
    if (step.done === true) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only the page that started the worker receives it
      postMessage(step.value)
      return
    }
    await new Promise((resolve) => setTimeout(resolve))
    if (current !== question) return
  }
}
