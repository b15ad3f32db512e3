import { type DayProblem, driveSeconds, nowhere } from './day-problem.ts'
import type { PlanInput } from './plan-types.ts'
import { randomFrom } from './random.ts'
import { afterVisit, endOfRoute, type Readiness, readinessAlong } from './route-slack.ts'
import { endNodeOf, nodeOf, type RouteVisit } from './time-route.ts'
import { searchVisitSets } from './visit-sets.ts'

const usualIterations = 600
/** Chosen stops are put into their best order exactly, up to this many: more would take longer than the search. */
const mostStopsToOrder = 12

type Solution = { route: RouteVisit[]; locked: number; priority: number; drive: number; end: number }

/**
 * Good stops and their order where they are too many to look at every set: a part of the route is taken out and filled
 * anew by cheapest insertion, over and over, a fixed number of times. The result depends on the seed, never on a clock.
 * Null when the locked stops did not all fit.
 */
export function searchManyStops(problem: DayProblem, input: Pick<PlanInput, 'seed' | 'iterations'>): number[] | null {
  const random = randomFrom(input.seed ?? 1)
  let current = fill(
    problem,
    problem.fixed.map((_, index): RouteVisit => ({ kind: 'fixed', index })),
    () => 1,
  )
  let best = current
  for (let iteration = 0; iteration < (input.iterations ?? usualIterations); iteration += 1) {
    const noise = iteration % 2 === 0 ? () => 1 : () => 0.8 + 0.4 * random()
    const candidate = fill(problem, withoutSome(current.route, random), noise)
    if (compareSolutions(candidate, current) <= 0 || isNearly(candidate, best)) current = candidate
    if (compareSolutions(candidate, best) < 0) best = candidate
  }
  if (best.locked < problem.stops.filter(({ locked }) => locked).length) return null
  return inBestOrder(problem, stopsOf(best.route))
}

/** Equal stops for not much more driving: worth looking around from. */
function isNearly(candidate: Solution, best: Solution): boolean {
  return (
    candidate.locked === best.locked &&
    candidate.priority === best.priority &&
    candidate.drive <= best.drive + best.drive / 50
  )
}

function compareSolutions(one: Solution, other: Solution): number {
  return other.locked - one.locked || other.priority - one.priority || one.drive - other.drive || one.end - other.end
}

/** Takes out a few stops: neighbours on the route, or any. */
function withoutSome(route: readonly RouteVisit[], random: () => number): RouteVisit[] {
  const below = (limit: number) => Math.floor(random() * limit)
  const many = 1 + below(Math.max(1, Math.min(6, Math.ceil(route.length / 2))))
  if (random() < 0.5) {
    const from = below(route.length)
    return route.filter(({ kind }, place) => kind === 'fixed' || place < from || place >= from + many)
  }
  const share = many / Math.max(1, route.length)
  return route.filter(({ kind }) => kind === 'fixed' || random() >= share)
}

/** Adds stops where they cost the least driving, the locked and the most important first, until none fits. */
function fill(problem: DayProblem, kept: readonly RouteVisit[], noise: () => number): Solution {
  let route = [...kept]
  const visited = new Set(stopsOf(route))
  const open = new Set([...problem.stops.keys()].filter((index) => !visited.has(index)))
  for (;;) {
    const insertion = cheapestInsertion(problem, route, open, noise)
    if (insertion === null) break
    route = [
      ...route.slice(0, insertion.place),
      { kind: 'stop', index: insertion.stop },
      ...route.slice(insertion.place),
    ]
    open.delete(insertion.stop)
  }
  return judged(problem, route)
}

type Insertion = { stop: number; place: number; rank: number; cost: number }

function cheapestInsertion(
  problem: DayProblem,
  route: readonly RouteVisit[],
  open: Set<number>,
  noise: () => number,
): Insertion | null {
  const along = readinessAlong(problem, route)
  let best: Insertion | null = null
  for (const stop of open) {
    const { node = nowhere, locked = false, priority = 1 } = problem.stops[stop] ?? {}
    const rank = locked ? Infinity : priority
    if (best !== null && rank < best.rank) continue
    let fitsSomewhere = false
    for (let place = 0; place <= route.length; place += 1) {
      const ready = along[place]
      if (ready === undefined) continue
      const cost = detour(problem, route, place, node) * noise()
      if (best !== null && rank === best.rank && cost >= best.cost) {
        // Not tried, so nothing is known about whether it fits.
        fitsSomewhere = true
        continue
      }
      if (!fits(problem, route, place, ready, stop)) continue
      fitsSomewhere = true
      best = { stop, place, rank, cost }
    }
    // What fits nowhere on this route fits on no longer one.
    if (!fitsSomewhere) open.delete(stop)
  }
  return best
}

function detour(problem: DayProblem, route: readonly RouteVisit[], place: number, node: number): number {
  const before = route[place - 1]
  const after = route[place]
  const from = before === undefined ? problem.startNode : endNodeOf(problem, before)
  const to = after === undefined ? (route.length === 0 ? nowhere : problem.endNode) : nodeOf(problem, after)
  return driveSeconds(problem, from, node) + driveSeconds(problem, node, to) - driveSeconds(problem, from, to)
}

function fits(problem: DayProblem, route: readonly RouteVisit[], place: number, before: Readiness, stop: number) {
  const previous = route[place - 1]
  let from = previous === undefined ? problem.startNode : endNodeOf(problem, previous)
  let last: RouteVisit = { kind: 'stop', index: stop }
  let ready = afterVisit(problem, before, from, last)
  for (let next = place; next < route.length && Math.min(ready.hungry, ready.fed) < Infinity; next += 1) {
    from = endNodeOf(problem, last)
    last = route[next] ?? last
    ready = afterVisit(problem, ready, from, last)
  }
  return endOfRoute(problem, last, ready) < Infinity
}

function judged(problem: DayProblem, route: RouteVisit[]): Solution {
  const stops = stopsOf(route).map((index) => problem.stops[index])
  const ready = readinessAlong(problem, route).at(-1) ?? { hungry: Infinity, fed: Infinity }
  let drive = 0
  for (const [place, visit] of route.entries()) {
    const before = route[place - 1]
    drive += driveSeconds(problem, before ? endNodeOf(problem, before) : problem.startNode, nodeOf(problem, visit))
  }
  const last = route.at(-1)
  if (last !== undefined) drive += driveSeconds(problem, endNodeOf(problem, last), problem.endNode)
  return {
    route,
    locked: stops.filter((stop) => stop?.locked).length,
    priority: stops.reduce((total, stop) => total + (stop?.priority ?? 0), 0),
    drive,
    end: endOfRoute(problem, last, ready),
  }
}

function inBestOrder(problem: DayProblem, chosen: readonly number[]): number[] {
  if (chosen.length > mostStopsToOrder) return [...chosen]
  const sorted = chosen.toSorted((one, other) => one - other)
  const stops = sorted.flatMap((index) => {
    const stop = problem.stops[index]
    return stop === undefined ? [] : [{ ...stop, locked: true }]
  })
  const found = searchVisitSets({ ...problem, stops })
  return found === null ? [...chosen] : found.sequence.flatMap((place) => sorted[place] ?? [])
}

function stopsOf(route: readonly RouteVisit[]): number[] {
  return route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
}
