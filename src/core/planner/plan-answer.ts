import { planInSteps } from './plan-tour.ts'
import { type ListingId, PlanContradiction, type PlanInput, type TourPlan } from './plan-types.ts'
import type { Steps } from './steps.ts'

/** What a thread that plans is asked, and what it says: errors with a name do not survive the way between threads. */
export type PlanQuestion = { id: number; input: PlanInput }
export type PlanAnswer = { id: number } & ({ plan: TourPlan } | { contradiction: ListingId[] } | { failure: string })

/** Plans, on the far side; yields where the work can be left. */
export function* answerPlan({ id, input }: PlanQuestion): Steps<PlanAnswer> {
  try {
    return { id, plan: yield* planInSteps(input) }
  } catch (error) {
    if (error instanceof PlanContradiction) return { id, contradiction: error.listingIds }
    return { id, failure: String(error) }
  }
}

/** The plan, on the near side; throws what the far side threw. */
export function planOf(answer: PlanAnswer): TourPlan {
  if ('plan' in answer) return answer.plan
  if ('contradiction' in answer) throw new PlanContradiction(answer.contradiction)
  throw new Error(`The planner failed: ${answer.failure}`)
}
