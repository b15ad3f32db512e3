import type { TourPlan } from '#core/planner/plan-types.ts'
import { planInputOf, type TourPlanHere, type TourWish, wirePlanOf } from '#core/planner/tour-planning.ts'

export type PlanOnDevice = {
  /** What the planner says, for previews. */
  plan: TourPlan
  /** What is saved of it. */
  wire: TourPlanHere
}

/**
 * Plans a tour here, without the network. The planner is loaded when it is first needed. `before` are the stops of the
 * tour as it was, which keep their names.
 */
export async function planTourOnDevice(
  wish: TourWish,
  before: Parameters<typeof wirePlanOf>[2] = [],
): Promise<PlanOnDevice> {
  const { planTour } = await import('#core/planner/plan-tour.ts')
  const plan = planTour(planInputOf(wish))
  return { plan, wire: wirePlanOf(plan, wish.listings, before) }
}
