import { planTour } from './plan-tour.ts'
import { type ListingId, PlanContradiction, type PlanInput, type TourPlan } from './plan-types.ts'

/** What a thread that plans is asked, and what it says: errors with a name do not survive the way between threads. */
export type PlanQuestion = { id: number; input: PlanInput }
export type PlanAnswer = { id: number } & ({ plan: TourPlan } | { contradiction: ListingId[] } | { failure: string })

/** Plans, on the far side. */
export function answerPlan({ id, input }: PlanQuestion): PlanAnswer {
  try {
    return { id, plan: planTour(input) }
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
