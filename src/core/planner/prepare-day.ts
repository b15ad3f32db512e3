import { compareIds } from './compare-ids.ts'
import { busyOfDay, type DayProblem, dueLunch, fixedOfDay, nowhere, usableWindows } from './day-problem.ts'
import { mergeSpans } from './busy-time.ts'
import type { DroppedStop, PlanInput, PlannedListing, PlanWarning } from './plan-types.ts'
import { routeInOrder } from './route-in-order.ts'
import { timeRoute } from './time-route.ts'
import { estimateMatrix, placesOf } from './travel-estimate.ts'

export type PreparedDay = {
  problem: DayProblem
  /** Indices of the problem's stops in the order of the input. */
  givenOrder: number[]
  /** The stops that no plan of any day can hold. */
  hopeless: DroppedStop[]
  warnings: PlanWarning[]
}

/** Cuts everything to the day, sorts it, and settles what holds whichever stops are chosen: fixed visits and lunch. */
export function prepareDay(input: PlanInput): PreparedDay {
  const placed = input.stops.map((stop, node) => ({ stop, node, windows: usableWindows(input, stop.windows) }))
  const hopeless = placed.flatMap(({ stop, windows }): DroppedStop[] => {
    if (!hasPlace(stop)) return [{ listing_id: stop.listing_id, reason: 'no_location' }]
    return windows.length === 0 ? [{ listing_id: stop.listing_id, reason: 'closed_all_day' }] : []
  })
  const possible = placed.filter(({ stop, windows }) => hasPlace(stop) && windows.length > 0)
  const sorted = possible.toSorted((one, other) => compareIds(one.stop.listing_id, other.stop.listing_id))
  const warnings: PlanWarning[] = []
  const startNode = input.startPlace === undefined ? nowhere : input.stops.length + (input.fixed?.length ?? 0)
  const afterStart = input.stops.length + (input.fixed?.length ?? 0) + (startNode === nowhere ? 0 : 1)
  const travel = input.matrix ?? estimateMatrix(placesOf(input))
  const day: DayProblem = {
    start: input.start,
    end: input.end,
    visitSeconds: input.minMinutes * 60,
    stops: sorted.map(({ stop, node, windows }) => ({
      listing_id: stop.listing_id,
      node,
      windows,
      priority: stop.priority ?? 1,
      locked: stop.locked === true,
    })),
    fixed: [],
    busy: busyOfDay(input),
    lunch: null,
    startNode,
    endNode: input.endPlace === undefined ? nowhere : afterStart,
    seconds: travel.seconds,
    metres: travel.metres,
  }
  const withFixed = meetFixedVisits(day, input, warnings)
  const problem = orderLunch(withFixed, input, warnings)
  return { problem, givenOrder: possible.map((entry) => sorted.indexOf(entry)), hopeless, warnings }
}

function hasPlace({ latitude, longitude }: PlannedListing): boolean {
  return Number.isFinite(latitude) && Number.isFinite(longitude)
}

/**
 * Takes over the agent's own visits. One that the earlier ones make impossible only keeps its time free, and not even
 * that where the earlier ones need it.
 */
function meetFixedVisits(day: DayProblem, input: PlanInput, warnings: PlanWarning[]): DayProblem {
  let problem = day
  for (const visit of fixedOfDay(input)) {
    const withVisit = { ...problem, fixed: [...problem.fixed, visit] }
    if (canBeMet(withVisit)) {
      problem = withVisit
      continue
    }
    const withBusyTime = { ...problem, busy: mergeSpans([...problem.busy, [visit.start, visit.end]]) }
    if (canBeMet(withBusyTime)) problem = withBusyTime
    if (!warnings.includes('fixed_visit_missed')) warnings.push('fixed_visit_missed')
  }
  return problem
}

function canBeMet(problem: DayProblem): boolean {
  return (
    timeRoute(
      problem,
      problem.fixed.map((_, index) => ({ kind: 'fixed', index })),
    ) !== null
  )
}

/** Lunch is given up only when it is impossible even without any stop. */
function orderLunch(day: DayProblem, input: PlanInput, warnings: PlanWarning[]): DayProblem {
  const problem = { ...day, lunch: dueLunch(input) }
  if (problem.lunch === null || routeInOrder({ ...problem, stops: [] }, [], false) !== null) return problem
  warnings.push('lunch_impossible')
  return { ...problem, lunch: null }
}
