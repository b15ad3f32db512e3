import type { DayProblem } from './day-problem.ts'
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
  let lengths = new Map(stops.map((stop) => [stop, problem.visitSeconds]))
  let best = timed(problem, route, lengths)
  if (best === null) return null

  const tryRaising = (raised: readonly number[]): boolean => {
    const longer = new Map(lengths)
    for (const stop of raised) longer.set(stop, (longer.get(stop) ?? 0) + stepSeconds)
    if (raised.some((stop) => (longer.get(stop) ?? 0) > mostSeconds)) return false
    const later = timed(problem, route, longer)
    if (later === null) return false
    lengths = longer
    best = later
    return true
  }

  if (stops.length === 0) return best
  while (tryRaising(stops));
  let raisable = stops
  while (raisable.length > 0) raisable = raisable.filter((stop) => tryRaising([stop]))
  return best
}

function timed(problem: DayProblem, route: readonly RouteVisit[], lengths: Map<number, number>): TimedRoute | null {
  return timeRoute(problem, route, (stop) => lengths.get(stop) ?? problem.visitSeconds)
}
