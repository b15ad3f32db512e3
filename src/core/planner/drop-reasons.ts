import { earliestFree } from './busy-time.ts'
import { type DayProblem, driveSeconds, nowhere } from './day-problem.ts'
import type { DropReason } from './plan-types.ts'
import { routeInOrder } from './route-in-order.ts'
import { nodeOf, type RouteVisit } from './time-route.ts'

/**
 * Why this stop is not on the route. The day's demands are laid on it one by one, as if it were the only stop: the
 * drives, lunch, busy time and fixed visits; the first that it cannot bear is the reason. Else the others took its time.
 */
export function dropReason(
  problem: DayProblem,
  route: readonly RouteVisit[],
  stop: number,
): { reason: DropReason; missing_minutes?: number } {
  const fits = (demands: Partial<DayProblem>) => routeInOrder({ ...problem, ...demands }, [stop], false) !== null
  if (!fits({ lunch: null, busy: [], fixed: [] })) return { reason: 'unreachable_alone' }
  if (!fits({ busy: [], fixed: [] })) return { reason: 'lunch' }
  if (!fits({})) return { reason: 'busy' }
  return { reason: 'not_enough_time', missing_minutes: missingMinutes(problem, route, stop) }
}

/** By how many minutes something would be late, at the best place for this stop on the route. */
function missingMinutes(problem: DayProblem, route: readonly RouteVisit[], stop: number): number {
  let least = Infinity
  for (let place = 0; place <= route.length; place += 1) {
    const longer: RouteVisit[] = [...route.slice(0, place), { kind: 'stop', index: stop }, ...route.slice(place)]
    const lunchPlaces = problem.lunch === null ? 1 : longer.length + 1
    for (let lunchPlace = 0; lunchPlace < lunchPlaces; lunchPlace += 1)
      least = Math.min(least, lateness(problem, longer, problem.lunch === null ? -1 : lunchPlace))
  }
  return Math.max(1, Math.ceil(least / 60))
}

/** The most seconds by which anything on the route is late, when nothing is given up for being late. */
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
    at = node
    if (visit.kind === 'stop') {
      const windows = problem.stops[visit.index]?.windows ?? []
      const fits = windows.find(
        ([open, close]) =>
          earliestFree(problem.busy, Math.max(now, open), problem.visitSeconds) + problem.visitSeconds <= close,
      )
      const [open, close] = fits ?? windows.at(-1) ?? [problem.start, problem.end]
      occupy(open, problem.visitSeconds, close)
    } else {
      const fixed = problem.fixed[visit.index]
      late = Math.max(late, now - (fixed?.start ?? now))
      now = Math.max(now, fixed?.end ?? now)
    }
  }
  if (lunchPlace === route.length) eat()
  if (problem.endNode !== nowhere) occupy(now, driveSeconds(problem, at, problem.endNode), problem.end)
  return Math.max(late, now - problem.end)

  function eat() {
    if (problem.lunch !== null) occupy(problem.lunch.open, problem.lunch.seconds, problem.lunch.close)
  }
}
