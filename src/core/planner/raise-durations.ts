import { type DayProblem, visitSeconds } from './day-problem.ts'
import { canBeMet } from './route-slack.ts'
import { type RouteVisit, timeRoute, type TimedRoute, type VisitLength } from './time-route.ts'

const stepSeconds = 300

/**
 * Uses the time that is left on a route: all visits whose length the agent left open are raised together in steps of
 * five minutes, then single ones in route order, a step each round, as long as everything is met and none is longer
 * than allowed. A step that pushes a visit behind busy time or into a later window would cost more waiting than it
 * gives; it is not taken. Null when not even the shortest visits fit.
 */
export function raiseDurations(problem: DayProblem, route: readonly RouteVisit[]): TimedRoute | null {
  const stops = route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
  const lengths = problem.stops.map(({ seconds }) => seconds)
  const lengthOf = (stop: number) => lengths[stop] ?? visitSeconds(problem, stop)
  const mostOf = (stop: number) => problem.stops[stop]?.mostSeconds ?? 0

  const mayJump = problem.busy.length > 0 || stops.some((stop) => (problem.stops[stop]?.windows.length ?? 0) > 1)
  let waiting = mayJump ? waitingOn(problem, route, lengthOf) : 0
  const isWorthIt = (): boolean => {
    if (!mayJump) return true
    const longer = waitingOn(problem, route, lengthOf)
    if (longer > waiting + stepSeconds) return false
    waiting = longer
    return true
  }

  const tryRaising = (raised: readonly number[]): boolean => {
    for (const stop of raised) lengths[stop] = lengthOf(stop) + stepSeconds
    if (raised.every((stop) => lengthOf(stop) <= mostOf(stop)) && canBeMet(problem, route, lengthOf) && isWorthIt())
      return true
    for (const stop of raised) lengths[stop] = lengthOf(stop) - stepSeconds
    return false
  }

  let raisable = stops.filter((stop) => lengthOf(stop) < mostOf(stop))
  while (raisable.length > 0 && tryRaising(raisable));
  while (raisable.length > 0) raisable = raisable.filter((stop) => tryRaising([stop]))
  return timeRoute(problem, route, lengthOf)
}

/** Seconds between the first and the last home in which nobody visits, drives or eats. */
function waitingOn(problem: DayProblem, route: readonly RouteVisit[], lengthOf: VisitLength): number {
  const timed = timeRoute(problem, route, lengthOf)
  const visits = timed?.visits ?? []
  const [first, last] = [visits.findIndex(isStop), visits.findLastIndex(isStop)]
  const tour = visits.slice(first, last + 1)
  let waiting = 0
  for (const [place, visit] of tour.entries()) {
    const before = tour[place - 1]
    if (before === undefined) continue
    waiting += visit.begin - before.end - (visit.arrive - visit.depart)
    if (timed?.lunch && timed.lunch[0] >= before.end && timed.lunch[1] <= visit.begin)
      waiting -= timed.lunch[1] - timed.lunch[0]
  }
  return waiting
}

function isStop({ kind }: RouteVisit): boolean {
  return kind === 'stop'
}
