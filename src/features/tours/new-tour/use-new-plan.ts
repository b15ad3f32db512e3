import type { TourWish } from '#core/planner/tour-planning.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import type { ListingEvent } from '#features/tours/tour-listing-events.ts'
import type { FormPlan } from '../planning/plan-summary.tsx'
import { betterOrderInWords } from '../planning/plan-words.ts'
import { type TourPlans, useTourPlans } from '../planning/use-tour-plans.ts'
import type { NewTourValues } from './new-tour-values.ts'
import { useTourWish } from './use-tour-wish.ts'

type NewPlan = FormPlan & {
  wish: TourWish | null
  /** Says that another order is shorter. */
  better: string | null
  /** The latest that were made, also while something in the form is wrong. */
  plans: TourPlans | null
  /** When the tour can begin at the earliest, where the time that the agent prefers has passed. */
  laterStart: string | null
}

/** The plan of a new tour whose form is typed in. */
export function useNewPlan(
  values: NewTourValues,
  chosen: readonly TourableListing[],
  events: readonly ListingEvent[],
): NewPlan {
  const { wish, problem, laterStart, isOver } = useTourWish(values, chosen, events)
  const { plans, isPlanning, hasFailed } = useTourPlans(wish, {
    hasHomes: chosen.length > 0,
    problem,
    hasPreviews: values.is_intelligent,
  })
  const sketch = problem === null ? (plans?.proposed ?? null) : null
  const better = values.is_intelligent || sketch === null ? null : betterOrderInWords(sketch.plan)
  return {
    wish,
    plans,
    shown: sketch?.plan ?? null,
    sketch,
    better,
    problem,
    laterStart,
    isOver,
    isPlanning,
    hasFailed,
  }
}
