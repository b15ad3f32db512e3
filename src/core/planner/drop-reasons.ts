import { type DayProblem, driveSeconds, earliestFree, noNode, usableWindows, visitSeconds } from './day-problem.ts'
import type { DroppedStop, PlanInput } from './plan-types.ts'
import { routeInOrder } from './route-in-order.ts'
import { routeThroughAllStops } from './search-many-stops.ts'
import { earliestEnd, endNodeOf, nodeOf, type RouteVisit } from './time-route.ts'

/** Rounds of the search for a route through all stops (`routeThroughAllStops`). */
const roundsForNewOrder = 30

type DropDetails = Omit<DroppedStop, 'listing_id'>

type Planned = {
  input: PlanInput
  problem: DayProblem
  /** The planned route, without the dropped stops. */
  route: readonly RouteVisit[]
  /** The agent's order of all stops; null if the planner chooses the order. */
  givenOrder: readonly number[] | null
}

/**
 * Returns why this stop is not on the route. First, the stop is tested alone: with its drives only, then with lunch, then with busy
 * time and fixed visits, too. The first test that fails gives the reason. If none fails, the other stops take the time, and a
 * longer day would help. Exception: lunch or busy time is the reason if the day would have to be longer by more than the stop itself
 * takes, and the stop would fit into this day without lunch or without busy time.
 */
export function dropReason(planned: Planned, stop: number): DropDetails {
  const details = reasonOf(planned, stop)
  return details.missing_minutes !== undefined && isRough(planned, stop)
    ? { ...details, is_approximate: true }
    : details
}

function isRough({ problem, route }: Planned, stop: number): boolean {
  const way: RouteVisit[] = [...route, { kind: 'stop', index: stop }]
  return way.some((visit) => problem.approximateNodes.has(nodeOf(problem, visit)))
}

function reasonOf(planned: Planned, stop: number): DropDetails {
  const { problem } = planned
  const fitsAlone = (changes: Partial<DayProblem>) => routeInOrder({ ...problem, ...changes }, [stop], false) !== null
  if (!fitsAlone({ lunch: null, busy: [], fixed: [] })) return { reason: 'unreachable_alone' }
  if (!fitsAlone({ busy: [], fixed: [] })) return { reason: 'lunch' }
  if (!fitsAlone({})) return { reason: 'busy' }

  const routes = routesWith(planned, stop)
  const fitsWith = (changes: Partial<DayProblem>, someRoutes = routes) =>
    someRoutes.some((way) => earliestEnd({ ...problem, ...changes }, way) < Infinity)
  const endless = withoutEnd(planned)
  const ends = routes.map((way) => endOfTour(endless, way))
  const missing = Math.min(...ends) - planned.input.end
  const soonest = routes[ends.indexOf(Math.min(...ends))] ?? []
  const stopSeconds =
    visitSeconds(problem, stop) + drivingSeconds(problem, soonest) - drivingSeconds(problem, planned.route)
  if (missing <= stopSeconds) return notEnoughTime(missing)
  if (fitsWith({ lunch: null })) return { reason: 'lunch' }
  const withoutOwnVisits = routes.map((way) => way.filter(({ kind }) => kind === 'stop'))
  if (fitsWith({ busy: [], fixed: [] }, withoutOwnVisits)) return { reason: 'busy' }
  if (missing < Infinity) return notEnoughTime(missing)
  const reordered = endInNewOrder(endless, planned, stop)
  if (reordered !== null) return notEnoughTime(reordered - planned.input.end)
  // Even a day without an end has no such route, because of the homes' time windows.
  return notEnoughTime(Math.min(...routes.map((way) => leastLateness(problem, way))))
}

function notEnoughTime(seconds: number): DropDetails {
  return { reason: 'not_enough_time', missing_minutes: Math.max(1, Math.ceil(seconds / 60)) }
}

function drivingSeconds(problem: DayProblem, route: readonly RouteVisit[]): number {
  let from = problem.startNode
  let seconds = 0
  for (const visit of route) {
    seconds += driveSeconds(problem, from, nodeOf(problem, visit))
    from = endNodeOf(problem, visit)
  }
  return seconds + driveSeconds(problem, from, problem.endNode)
}

/** Returns a route for each place at which the stop can be inserted; a given order allows only some places. */
function routesWith({ route, givenOrder }: Planned, stop: number): RouteVisit[][] {
  const rank = new Map((givenOrder ?? []).map((index, place) => [index, place]))
  const isBehind = ({ kind, index }: RouteVisit) => kind === 'stop' && (rank.get(index) ?? 0) > (rank.get(stop) ?? 0)
  const isBefore = ({ kind, index }: RouteVisit) => kind === 'stop' && (rank.get(index) ?? 0) < (rank.get(stop) ?? 0)
  const first = givenOrder === null ? 0 : route.findLastIndex(isBefore) + 1
  const behind = givenOrder === null ? -1 : route.findIndex(isBehind)
  const routes: RouteVisit[][] = []
  for (let place = first; place <= (behind < 0 ? route.length : behind); place += 1)
    routes.push([...route.slice(0, place), { kind: 'stop', index: stop }, ...route.slice(place)])
  return routes
}

/** Returns the day without an end: the end no longer cuts time windows and lunch. */
function withoutEnd({ input, problem }: Planned): DayProblem {
  // Finite, because the planner also computes with the day reversed in time, which starts at `-end`.
  const end = Number.MAX_SAFE_INTEGER
  const { start, minMinutes } = input
  const stops = problem.stops.map((stop) =>
    Object.assign({}, stop, { windows: usableWindows({ start, end, minMinutes }, input.stops[stop.node] ?? {}) }),
  )
  const lunch = problem.lunch && { ...problem.lunch, close: input.lunch?.close ?? problem.lunch.close }
  return { ...problem, end, stops, lunch }
}

/** Returns the earliest end of the tour with which the agent still reaches a last own visit in time; Infinity if that is impossible. */
function endOfTour(problem: DayProblem, way: readonly RouteVisit[]): number {
  const end = earliestEnd(problem, way)
  const last = way.at(-1)
  const own = last?.kind === 'fixed' ? problem.fixed[last.index] : undefined
  // An own visit after the tour's hours does not count as a part of the tour. One before them does if lunch is after it (`end` is then later).
  return own?.isOutside === true && end === own.end ? earliestEnd(problem, way.slice(0, -1)) : end
}

/** Returns the earliest end of a route through this stop and those of the route, in any order; null if no such route is found. */
function endInNewOrder(problem: DayProblem, { route, givenOrder }: Planned, stop: number): number | null {
  const chosen = new Set([stop, ...route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))])
  if (givenOrder !== null) {
    const sequence = givenOrder.filter((index) => chosen.has(index))
    const ordered = routeInOrder(problem, sequence, false)
    return ordered && endOfTour(problem, ordered.route)
  }
  const stops = [...chosen].toSorted((one, other) => one - other).flatMap((index) => problem.stops[index] ?? [])
  const reduced = { ...problem, stops }
  const way = routeThroughAllStops(reduced, roundsForNewOrder)
  return way === null ? null : endOfTour(reduced, way)
}

/** Returns the lateness with lunch at its best place. */
function leastLateness(problem: DayProblem, route: readonly RouteVisit[]): number {
  if (problem.lunch === null) return lateness(problem, route, -1)
  return Math.min(...[...route.keys(), route.length].map((lunchPlace) => lateness(problem, route, lunchPlace)))
}

/** Returns the greatest delay on the route, in seconds, if nothing is dropped for being late. Lunch is before visit `lunchPlace`; −1: no lunch. */
function lateness(problem: DayProblem, route: readonly RouteVisit[], lunchPlace: number): number {
  let now = problem.start
  let at = problem.startNode
  let late = 0
  const occupy = (from: number, length: number, latestEnd: number) => {
    now = earliestFree(problem.busy, Math.max(now, from), length) + length
    late = Math.max(late, now - latestEnd)
  }
  for (const [position, visit] of route.entries()) {
    if (position === lunchPlace) eat()
    const node = nodeOf(problem, visit)
    occupy(now, driveSeconds(problem, at, node), Infinity)
    at = endNodeOf(problem, visit)
    if (visit.kind === 'stop') {
      const windows = problem.stops[visit.index]?.windows ?? []
      const length = visitSeconds(problem, visit.index)
      const fits = windows.find(
        ([open, close]) => earliestFree(problem.busy, Math.max(now, open), length) + length <= close,
      )
      const [open, close] = fits ?? windows.at(-1) ?? [problem.start, problem.end]
      occupy(open, length, close)
    } else {
      const fixed = problem.fixed[visit.index]
      late = Math.max(late, now - (fixed?.start ?? now))
      now = Math.max(now, fixed?.end ?? now)
    }
  }
  if (lunchPlace === route.length) eat()
  if (problem.endNode !== noNode) occupy(now, driveSeconds(problem, at, problem.endNode), problem.end)
  return Math.max(late, now - problem.end)

  function eat() {
    if (problem.lunch !== null) occupy(problem.lunch.open, problem.lunch.seconds, problem.lunch.close)
  }
}
