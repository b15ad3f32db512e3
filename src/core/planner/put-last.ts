import { type DayProblem, nowhere, type ProblemStop } from './day-problem.ts'
import type { DroppedStop } from './plan-types.ts'
import { type OrderedRoute, routeInOrder } from './route-in-order.ts'

type Extended = { problem: DayProblem; route: OrderedRoute; dropped: DroppedStop[] }

/**
 * The route with stops whose location is unknown behind its last one, as far as the day has time for them; no placed stop
 * gives way. No drive leads to such a stop: for what follows, the agent is where the stop before it was.
 */
export function putLast(before: DayProblem, placed: OrderedRoute, unplaced: readonly ProblemStop[]): Extended {
  let problem = before
  let route = placed
  const dropped: DroppedStop[] = []
  for (const stop of unplaced) {
    const sequence = route.route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
    const node = problem.stops[sequence.at(-1) ?? -1]?.node ?? nowhere
    const longer = Object.assign({}, problem, { stops: problem.stops.concat(Object.assign({}, stop, { node })) })
    const found = routeInOrder(longer, sequence.concat(problem.stops.length), false)
    if (found === null) dropped.push({ listing_id: stop.listing_id, reason: whyNot(stop) })
    else [problem, route] = [longer, found]
  }
  return { problem, route, dropped }
}

function whyNot({ windows }: ProblemStop): DroppedStop['reason'] {
  return windows.length === 0 ? 'closed_all_day' : 'not_enough_time'
}
