import type { DayProblem } from './day-problem.ts'
import { canBeMet } from './route-slack.ts'
import { type RouteVisit, timeRoute, type TimedRoute } from './time-route.ts'

const stepSeconds = 300

/**
 * Uses the time that is left on a route: all visits are raised together in steps of five minutes, then single ones in
 * route order, a step each round, as long as everything is met and none is longer than allowed. Null when not even the
 * shortest visits fit.
 */
export function raiseDurations(
  problem: DayProblem,
  route: readonly RouteVisit[],
  mostSeconds: number,
): TimedRoute | null {
  const stops = route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
  const lengths = problem.stops.map(() => problem.visitSeconds)
  const lengthOf = (stop: number) => lengths[stop] ?? problem.visitSeconds

  const tryRaising = (raised: readonly number[]): boolean => {
    for (const stop of raised) lengths[stop] = lengthOf(stop) + stepSeconds
    if (raised.every((stop) => lengthOf(stop) <= mostSeconds) && canBeMet(problem, route, lengthOf)) return true
    for (const stop of raised) lengths[stop] = lengthOf(stop) - stepSeconds
    return false
  }

  while (stops.length > 0 && tryRaising(stops));
  let raisable = stops
  while (raisable.length > 0) raisable = raisable.filter((stop) => tryRaising([stop]))
  return timeRoute(problem, route, lengthOf)
}
