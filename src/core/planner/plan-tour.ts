import { compareIds } from './compare-ids.ts'
import type { DayProblem } from './day-problem.ts'
import { dropReason } from './drop-reasons.ts'
import { describeRoute } from './plan-output.ts'
import { type DroppedStop, PlanContradiction, type PlanInput, type TourPlan } from './plan-types.ts'
import { type PreparedDay, prepareDay } from './prepare-day.ts'
import { putLast } from './put-last.ts'
import { raiseDurations } from './raise-durations.ts'
import { type OrderedRoute, routeInOrder } from './route-in-order.ts'
import { searchManyStops } from './search-many-stops.ts'
import { allSteps, type Steps } from './steps.ts'
import { timeRoute } from './time-route.ts'
import { mostExactStops, searchVisitSets } from './visit-sets.ts'

/**
 * Plans one day's tour: which stops, in which order, when. The highest sum of priorities counts first, then the least
 * driving, the earliest end, the smallest sequence of listing ids; exact to 15 stops. The same input gives the same plan
 * on every machine. Throws `PlanContradiction` when the locked stops cannot all be met.
 */
export function planTour(input: PlanInput): TourPlan {
  return allSteps(planInSteps(input))
}

/** Like `planTour`; yields where the work can be left, which is not within an exact search. */
export function* planInSteps(input: PlanInput): Steps<TourPlan> {
  const day = prepareDay(input)
  refuseHopelessLocks(input, day)
  const isGiven = input.order === 'given'
  const best = yield* bestRoute(input, day)
  const route = isGiven ? routeInOrder(day.problem, day.givenOrder, true) : best.route
  if (route === null) throw contradiction(day.problem)
  const whole = putLast(day.problem, route, day.unplaced)
  const timed = raiseDurations(whole.problem, whole.route.route)
  if (timed === null) throw new Error('A route that was found feasible cannot be timed.')
  const dropped = [...(yield* droppedStops(input, day, route)), ...whole.dropped].toSorted(byListing)
  const isBetter = isGiven && isWorthMore(best.route, route)
  return {
    ...describeRoute(whole.problem, timed),
    dropped,
    warnings: day.warnings,
    proven_optimal: best.proven && !isBetter,
    complete: dropped.length === 0,
    better_order: isBetter ? costOf(putLast(day.problem, best.route, day.unplaced)) : null,
  }
}

function refuseHopelessLocks(input: PlanInput, { hopeless }: PreparedDay): void {
  const locked = new Set(input.stops.filter((stop) => stop.locked).map((stop) => stop.listing_id))
  const refused = hopeless.map((stop) => stop.listing_id).filter((id) => locked.has(id))
  if (refused.length > 0) throw new PlanContradiction(refused.toSorted(compareIds))
}

function contradiction({ stops }: DayProblem): PlanContradiction {
  return new PlanContradiction(stops.filter(({ locked }) => locked).map(({ listing_id }) => listing_id))
}

function* bestRoute(input: PlanInput, { problem }: PreparedDay): Steps<{ route: OrderedRoute; proven: boolean }> {
  const proven = problem.stops.length <= mostExactStops
  const sequence = proven ? searchVisitSets(problem)?.sequence : yield* searchManyStops(problem, input)
  const route = sequence === undefined || sequence === null ? null : routeInOrder(problem, sequence, false)
  if (route === null) throw contradiction(problem)
  return { route, proven }
}

function isWorthMore(one: OrderedRoute, other: OrderedRoute): boolean {
  return (other.priority - one.priority || one.drive - other.drive || one.end - other.end) < 0
}

function* droppedStops(input: PlanInput, day: PreparedDay, { route }: OrderedRoute): Steps<DroppedStop[]> {
  const { problem, hopeless } = day
  const planned = { input, problem, route, givenOrder: input.order === 'given' ? day.givenOrder : null }
  const kept = new Set(route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : [])))
  const left: DroppedStop[] = []
  for (const [index, { listing_id }] of problem.stops.entries()) {
    if (kept.has(index)) continue
    left.push({ listing_id, ...dropReason(planned, index) })
    yield
  }
  return [...hopeless, ...left]
}

function byListing(one: DroppedStop, other: DroppedStop): number {
  return compareIds(one.listing_id, other.listing_id)
}

function costOf({ problem, route: { route } }: ReturnType<typeof putLast>): TourPlan['better_order'] {
  const timed = raiseDurations(problem, route) ?? timeRoute(problem, route)
  if (timed === null) return null
  const { stops, total_distance, total_distance_km, estimated_duration, drive_seconds, drive_metres } = describeRoute(
    problem,
    timed,
  )
  const listing_ids = stops.map(({ listing_id }) => listing_id)
  return { listing_ids, total_distance, total_distance_km, estimated_duration, drive_seconds, drive_metres }
}
