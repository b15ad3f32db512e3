import { earliestFree, mirroredSpans } from './busy-time.ts'
import { type DayProblem, driveSeconds, earliestLunch, earliestVisit, noNode, visitSeconds } from './day-problem.ts'
import { endNodeOf, nodeOf, type RouteVisit, type VisitLength } from './time-route.ts'

/** When the agent is free at the earliest: if lunch is still to come, and if the agent has had lunch. Infinity if impossible. */
export type Readiness = { beforeLunch: number; afterLunch: number }

/** Whether a route with visits of these lengths is feasible; much faster than `timeRoute`. */
export function isFeasible(problem: DayProblem, route: readonly RouteVisit[], lengthOf: VisitLength): boolean {
  return earliestEnd(problem, route, lengthOf) < Infinity
}

/** The earliest end of a route, including lunch and the drive home; Infinity if infeasible. */
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

/** The readiness at the start of the day and after each visit of the route. */
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

/** The end of a route whose last visit ends with `ready`, including the drive home; Infinity if infeasible. */
export function endOfRoute(problem: DayProblem, last: RouteVisit | undefined, ready: Readiness): number {
  let end = ready
  if (problem.endNode !== noNode && last !== undefined)
    end = afterDrive(problem, ready, driveSeconds(problem, endNodeOf(problem, last), problem.endNode))
  return end.afterLunch <= problem.end ? end.afterLunch : Infinity
}

/** The readiness after driving to a visit and making it. */
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

/** The readiness after a drive of `seconds`, which starts when it does not overlap a busy time. */
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

function withLunch(problem: DayProblem, { beforeLunch, afterLunch }: Readiness): Readiness {
  if (beforeLunch === Infinity || problem.lunch === null) return { beforeLunch, afterLunch }
  const start = earliestLunch(problem, beforeLunch)
  return start === null
    ? { beforeLunch: Infinity, afterLunch }
    : { beforeLunch, afterLunch: Math.min(afterLunch, start + problem.lunch.seconds) }
}

/**
 * The day in reverse, with negated times. The earliest readiness along a reversed route on this day, negated, is the latest readiness
 * along the route on the original day; `beforeLunch` and `afterLunch` are swapped.
 */
export function reversedDay(problem: DayProblem): DayProblem {
  const { lunch, seconds } = problem
  return {
    ...problem,
    start: -problem.end,
    end: -problem.start,
    stops: problem.stops.map((stop) => Object.assign({}, stop, { windows: mirroredSpans(stop.windows) })),
    fixed: problem.fixed.map((visit) =>
      Object.assign({}, visit, { node: visit.endNode, endNode: visit.node, start: -visit.end, end: -visit.start }),
    ),
    busy: mirroredSpans(problem.busy),
    lunch: lunch && { ...lunch, open: -lunch.close, close: -lunch.open },
    startNode: problem.endNode,
    endNode: problem.startNode,
    seconds: seconds.map((row, from) => row.map((_, to) => seconds[to]?.[from] ?? Infinity)),
  }
}
