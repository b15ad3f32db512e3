import type { TourPlan } from '#core/planner/plan-types.ts'
import { planInputOf, type TourPlanHere, type TourWish, wirePlanOf } from '#core/planner/tour-planning.ts'
import { planInWorker } from './plan-in-worker.ts'

export type PlanOnDevice = {
  /** What the planner says, for previews. */
  plan: TourPlan
  /** What is saved of it. */
  wire: TourPlanHere
}

/**
 * Plans a tour here, without the network and beside the page. `before` are the stops of the tour as it was, which keep
 * their names; aborting `signal` stops the search and rejects.
 */
export async function planTourOnDevice(
  wish: TourWish,
  before: Parameters<typeof wirePlanOf>[2] = [],
  signal?: AbortSignal,
): Promise<PlanOnDevice> {
  const plan = await planInWorker(planInputOf(wish), signal)
  return { plan, wire: wirePlanOf(plan, wish.listings, before) }
}
