import {
  type DayProblem,
  driveSeconds,
  earliestFree,
  earliestLunch,
  earliestVisit,
  latestFree,
  noNode,
  visitSeconds,
} from './day-problem.ts'

/** A visit of a route: `index` points into the problem's stops or fixed visits. */
export type RouteVisit = { kind: 'stop' | 'fixed'; index: number }

/** A visit with its times, in seconds of the day, and the drive to it, from node `from` to node `node` of the travel matrix. */
export type TimedVisit = RouteVisit & {
  from: number
  node: number
  depart: number
  arrive: number
  begin: number
  end: number
}

export type TimedRoute = {
  visits: TimedVisit[]
  /** The drive after the last visit to the place where the tour ends; null if no such place is given. */
  home: { from: number; node: number; depart: number; arrive: number } | null
  lunch: [from: number, to: number] | null
  /** The end of the tour, with lunch and the last drive. */
  end: number
}

/** The length of the visit to a stop, in seconds, by the stop's index. */
export type VisitLength = (stop: number) => number

/** Returns the earliest times of a route; null if infeasible. Lunch goes where the day ends earliest, then where the visits begin earliest. */
export function timeRoute(
  problem: DayProblem,
  route: readonly RouteVisit[],
  lengthOf: VisitLength = (stop) => visitSeconds(problem, stop),
): TimedRoute | null {
  if (problem.lunch === null) return walk(problem, route, lengthOf, null)
  let best: TimedRoute | null = null
  for (let place = 0; place <= 2 * route.length + 2; place += 1) {
    const timed = walk(problem, route, lengthOf, place)
    if (timed !== null && (best === null || isEarlier(timed, best))) best = timed
  }
  return best
}

/** The node in the travel matrix where a visit begins; `endNodeOf` is where it ends. */
export function nodeOf(problem: DayProblem, { kind, index }: RouteVisit): number {
  return (kind === 'stop' ? problem.stops : problem.fixed)[index]?.node ?? noNode
}

export function endNodeOf(problem: DayProblem, visit: RouteVisit): number {
  return visit.kind === 'stop' ? nodeOf(problem, visit) : (problem.fixed[visit.index]?.endNode ?? noNode)
}

/** Returns the times with lunch at `lunchPlace`: 2i is before the drive to visit i, 2i + 1 after it. The end place counts as a visit. */
function walk(
  problem: DayProblem,
  route: readonly RouteVisit[],
  lengthOf: VisitLength,
  lunchPlace: number | null,
): TimedRoute | null {
  const timed: TimedRoute = { visits: [], home: null, lunch: null, end: problem.start }
  let now = problem.start
  let at = problem.startNode

  const eatAt = (place: number): boolean => {
    if (place !== lunchPlace) return true
    const begin = earliestLunch(problem, now)
    if (begin === null) return false
    now = begin + (problem.lunch?.seconds ?? 0)
    timed.lunch = [begin, now]
    return true
  }

  for (const [position, visit] of route.entries()) {
    if (!eatAt(2 * position)) return null
    const node = nodeOf(problem, visit)
    const from = at
    const seconds = driveSeconds(problem, from, node)
    const depart = earliestFree(problem.busy, now, seconds)
    const arrive = depart + seconds
    now = arrive
    if (!eatAt(2 * position + 1)) return null
    const length = visit.kind === 'stop' ? lengthOf(visit.index) : 0
    const begin = beginOf(problem, visit, now, length)
    if (begin === null) return null
    now = visit.kind === 'stop' ? begin + length : (problem.fixed[visit.index]?.end ?? begin)
    const meal = lunchPlace === 2 * position + 1 ? timed.lunch : null
    const drive = startsBeforeTour(problem, route, position)
      ? lateDrive(problem, seconds, meal?.[0] ?? begin)
      : { depart, arrive }
    // Without a start place, the tour begins at the first home, without waiting.
    const first = from === noNode ? { depart: begin, arrive: begin } : drive
    timed.visits.push({ ...visit, from, node, ...first, begin, end: now })
    at = endNodeOf(problem, visit)
  }

  if (!eatAt(2 * route.length)) return null
  if (problem.endNode !== noNode && at !== noNode && route.length > 0) {
    const seconds = driveSeconds(problem, at, problem.endNode)
    const depart = earliestFree(problem.busy, now, seconds)
    now = depart + seconds
    timed.home = { from: at, node: problem.endNode, depart, arrive: now }
    if (!eatAt(2 * route.length + 1)) return null
  }
  if (lunchPlace !== null && timed.lunch === null) return null
  timed.end = now
  return now <= problem.end ? timed : null
}

/** True if the drive to this visit starts at an own visit before the tour's hours. */
function startsBeforeTour(problem: DayProblem, route: readonly RouteVisit[], position: number): boolean {
  const before = route[position - 1]
  return before?.kind === 'fixed' && problem.fixed[before.index]?.isOutside === true
}

/** Returns a drive that arrives as late as possible, by `until`, so that the agent does not wait at the first home. */
function lateDrive({ busy }: DayProblem, seconds: number, until: number) {
  const arrive = latestFree(busy, until, seconds)
  return { depart: arrive - seconds, arrive }
}

function beginOf(problem: DayProblem, visit: RouteVisit, now: number, length: number): number | null {
  if (visit.kind === 'stop') {
    const stop = problem.stops[visit.index]
    return stop === undefined ? null : earliestVisit(problem, stop, now, length)
  }
  const fixed = problem.fixed[visit.index]
  return fixed === undefined || now > fixed.start ? null : fixed.start
}

function isEarlier(one: TimedRoute, other: TimedRoute): boolean {
  if (one.end !== other.end) return one.end < other.end
  for (const [position, visit] of one.visits.entries()) {
    const difference = visit.begin - (other.visits[position]?.begin ?? 0)
    if (difference !== 0) return difference < 0
  }
  return (one.lunch?.[0] ?? 0) < (other.lunch?.[0] ?? 0)
}

/** When the agent is free at the earliest: without lunch so far (`beforeLunch`), and after lunch. Infinity if impossible. */
export type Readiness = { beforeLunch: number; afterLunch: number }

/** Whether a route with visits of these lengths is feasible; much faster than `timeRoute`. */
export function isFeasible(problem: DayProblem, route: readonly RouteVisit[], lengthOf: VisitLength): boolean {
  return earliestEnd(problem, route, lengthOf) < Infinity
}

/** Returns the earliest end of a route, with lunch and the drive to the end place; Infinity if infeasible. */
export function earliestEnd(
  problem: DayProblem,
  route: readonly RouteVisit[],
  lengthOf: VisitLength = (stop) => visitSeconds(problem, stop),
): number {
  let ready = atStart(problem)
  let from = problem.startNode
  for (const visit of route) {
    ready = afterVisit(problem, ready, from, visit, lengthOf(visit.index))
    if (ready.beforeLunch === Infinity && ready.afterLunch === Infinity) return Infinity
    from = endNodeOf(problem, visit)
  }
  return endOfRoute(problem, route.at(-1), ready)
}

/** Returns the readiness at the start of the day and after each visit of the route. */
export function readinessAlong(problem: DayProblem, route: readonly RouteVisit[]): Readiness[] {
  const along = [atStart(problem)]
  for (const [position, visit] of route.entries()) {
    const before = along[position]
    if (before === undefined) break
    const from = position === 0 ? problem.startNode : endNodeOf(problem, route[position - 1] ?? visit)
    along.push(afterVisit(problem, before, from, visit))
  }
  return along
}

/** Returns the end of a route after whose last visit the agent is `ready`, with the drive to the end place; Infinity if infeasible. */
export function endOfRoute(problem: DayProblem, last: RouteVisit | undefined, ready: Readiness): number {
  let end = ready
  if (problem.endNode !== noNode && last !== undefined)
    end = afterDrive(problem, ready, driveSeconds(problem, endNodeOf(problem, last), problem.endNode))
  return end.afterLunch <= problem.end ? end.afterLunch : Infinity
}

/** Returns the readiness after the drive from the node `from` to a visit, and the visit. */
export function afterVisit(
  problem: DayProblem,
  ready: Readiness,
  from: number,
  visit: RouteVisit,
  length = visitSeconds(problem, visit.index),
): Readiness {
  const arrived = afterDrive(problem, ready, driveSeconds(problem, from, nodeOf(problem, visit)))
  const done = {
    beforeLunch: endOfVisit(problem, visit, arrived.beforeLunch, length),
    afterLunch: endOfVisit(problem, visit, arrived.afterLunch, length),
  }
  return withLunch(problem, done)
}

function atStart(problem: DayProblem): Readiness {
  if (problem.lunch === null) return { beforeLunch: Infinity, afterLunch: problem.start }
  return withLunch(problem, { beforeLunch: problem.start, afterLunch: Infinity })
}

/** Returns the readiness after a drive of `seconds`, which starts as soon as no busy time overlaps it. */
export function afterDrive(problem: DayProblem, { beforeLunch, afterLunch }: Readiness, seconds: number): Readiness {
  const arrival = (from: number) => (from === Infinity ? from : earliestFree(problem.busy, from, seconds) + seconds)
  return withLunch(problem, { beforeLunch: arrival(beforeLunch), afterLunch: arrival(afterLunch) })
}

function endOfVisit(problem: DayProblem, { kind, index }: RouteVisit, arrival: number, length: number): number {
  if (arrival === Infinity) return Infinity
  if (kind === 'fixed') {
    const fixed = problem.fixed[index]
    return fixed !== undefined && arrival <= fixed.start ? fixed.end : Infinity
  }
  const stop = problem.stops[index]
  const start = stop === undefined ? null : earliestVisit(problem, stop, arrival, length)
  return start === null ? Infinity : start + length
}

/** Makes `afterLunch` earlier if lunch taken now ends earlier; once it is too late for lunch, `beforeLunch` is Infinity. */
function withLunch(problem: DayProblem, { beforeLunch, afterLunch }: Readiness): Readiness {
  if (beforeLunch === Infinity || problem.lunch === null) return { beforeLunch, afterLunch }
  const start = earliestLunch(problem, beforeLunch)
  return start === null
    ? { beforeLunch: Infinity, afterLunch }
    : { beforeLunch, afterLunch: Math.min(afterLunch, start + problem.lunch.seconds) }
}
