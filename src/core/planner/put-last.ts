import { type DayProblem, nowhere, type ProblemStop } from './day-problem.ts'
import type { DroppedStop } from './plan-types.ts'
import { type OrderedRoute, routeInOrder } from './route-in-order.ts'

type Extended = { problem: DayProblem; route: OrderedRoute; dropped: DroppedStop[] }

/**
 * The route with stops whose location is unknown behind its last one, as far as the day has time for them; no placed stop
 * gives way. No drive leads to such a stop: for what follows, the agent is where the stop before it was.
 */
export function putLast(problem: DayProblem, route: OrderedRoute, unplaced: readonly ProblemStop[]): Extended {
  let extended: Extended = { problem, route, dropped: [] }
  for (const stop of unplaced) {
    const sequence = extended.route.route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
    const node = extended.problem.stops[sequence.at(-1) ?? -1]?.node ?? nowhere
    const longer = { ...extended.problem, stops: [...extended.problem.stops, { ...stop, node }] }
    const found = routeInOrder(longer, [...sequence, longer.stops.length - 1], false)
    if (found !== null) extended = { ...extended, problem: longer, route: found }
    else extended.dropped.push({ listing_id: stop.listing_id, reason: whyNot(stop) })
  }
  return extended
}

function whyNot({ windows }: ProblemStop): DroppedStop['reason'] {
  return windows.length === 0 ? 'closed_all_day' : 'not_enough_time'
}
