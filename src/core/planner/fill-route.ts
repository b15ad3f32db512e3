import { type DayProblem, driveSeconds, nowhere } from './day-problem.ts'
import { afterDrive, afterVisit, mirrored, type Readiness, readinessAlong } from './route-slack.ts'
import { endNodeOf, nodeOf, type RouteVisit } from './time-route.ts'

/** A day with its mirror, which is worked out once. */
type TwoWayDay = { problem: DayProblem; mirror: DayProblem }

export function twoWay(problem: DayProblem): TwoWayDay {
  return { problem, mirror: mirrored(problem) }
}

/**
 * Adds stops where they cost the least driving, the locked and the most important first, until none fits: those that
 * `isFirst` names before all others. `noise` is a factor of each cost.
 */
export function fillRoute(
  day: TwoWayDay,
  kept: readonly RouteVisit[],
  isFirst: (stop: number) => boolean = () => true,
  noise: () => number = () => 1,
): RouteVisit[] {
  const route = [...kept]
  const visited = new Set(stopsOf(kept))
  const open = [...day.problem.stops.keys()].filter((stop) => !visited.has(stop))
  for (const turn of [open.filter(isFirst), open.filter((stop) => !isFirst(stop))]) {
    const untried = new Set(turn)
    for (;;) {
      const insertion = cheapestInsertion(day, route, untried, noise)
      if (insertion === null) break
      route.splice(insertion.place, 0, { kind: 'stop', index: insertion.stop })
      untried.delete(insertion.stop)
    }
  }
  return route
}

export function stopsOf(route: readonly RouteVisit[]): number[] {
  return route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
}

type Insertion = { stop: number; place: number; rank: number; cost: number }

function cheapestInsertion(
  day: TwoWayDay,
  route: readonly RouteVisit[],
  open: Set<number>,
  noise: () => number,
): Insertion | null {
  const { problem } = day
  if (open.size === 0) return null
  const gaps = gapsOf(day, route)
  let best: Insertion | null = null
  for (const stop of open) {
    const { node = nowhere, locked = false, priority = 1 } = problem.stops[stop] ?? {}
    const rank = locked ? Infinity : priority
    if (best !== null && rank < best.rank) continue
    let fitsSomewhere = false
    for (const [place, gap] of gaps.entries()) {
      const cost = (driveSeconds(problem, gap.from, node) + driveSeconds(problem, node, gap.to) - gap.drive) * noise()
      // What costs more is not tried, so nothing is known about whether it fits.
      if (best !== null && rank === best.rank && cost >= best.cost) fitsSomewhere = true
      else if (fits(problem, gap, stop, node)) {
        fitsSomewhere = true
        best = { stop, place, rank, cost }
      }
    }
    // What fits nowhere on this route fits on no longer one.
    if (!fitsSomewhere) open.delete(stop)
  }
  return best
}

/** Between two visits of a route: when the agent is ready to leave the one, and must be at the other at the latest. */
type Gap = { from: number; to: number; drive: number; ready: Readiness; latest: Readiness }

function gapsOf({ problem, mirror }: TwoWayDay, route: readonly RouteVisit[]): Gap[] {
  const back = readinessAlong(mirror, route.toReversed()).reverse()
  return readinessAlong(problem, route).map((ready, place) => {
    const [before, after] = [route[place - 1], route[place]]
    const from = before === undefined ? problem.startNode : endNodeOf(problem, before)
    const to = after === undefined ? problem.endNode : nodeOf(problem, after)
    const { hungry = Infinity, fed = Infinity } = back[place] ?? {}
    // Without lunch every state counts as fed, on the mirrored day too.
    const latest = { hungry: -fed, fed: problem.lunch === null ? -fed : -hungry }
    return { from, to, drive: route.length === 0 ? 0 : driveSeconds(problem, from, to), ready, latest }
  })
}

function fits(problem: DayProblem, { from, to, ready, latest }: Gap, stop: number, node: number): boolean {
  const isInTime = ({ hungry, fed }: Readiness) => hungry <= latest.hungry || fed <= latest.fed
  const done = afterVisit(problem, ready, from, { kind: 'stop', index: stop })
  return isInTime(done) && isInTime(afterDrive(problem, done, driveSeconds(problem, node, to)))
}
