import { type DayProblem, driveSeconds, nowhere } from './day-problem.ts'
import { allSteps, type PlanInput, type Steps } from './plan-types.ts'
import { endOfRoute, readinessAlong, afterDrive, afterVisit, mirrored, type Readiness } from './route-slack.ts'
import { endNodeOf, nodeOf, type RouteVisit } from './time-route.ts'
import { searchVisitSets } from './visit-sets.ts'

/** A round of few stops costs less, and more of their rounds matter. */
const usualRounds = (stops: number) => 500 + Math.ceil(40_000 / stops)
/** Rounds before the search begins anew elsewhere, or goes back to the best route. */
const roundsOfAStart = 250
/** Stops taken out in a round. */
const mostTakenOut = 6
/** Chosen stops are put into their best order exactly, up to this many: more would take longer than the search. */
const mostStopsToOrder = 12

type Solution = { route: RouteVisit[]; locked: number; priority: number; drive: number; end: number }

/**
 * Good stops and their order where they are too many to look at every set: a part of the route is taken out and filled
 * anew by cheapest insertion, over and over, a fixed number of times. Without a start place every first stop costs
 * nothing, so that the search begins anew from stops of chance. The result never depends on a clock. Null
 * when the locked stops did not all fit. Yields after every round.
 */
export function* searchManyStops(problem: DayProblem, input: Pick<PlanInput, 'iterations'>): Steps<number[] | null> {
  const rounds = input.iterations ?? usualRounds(problem.stops.length)
  const best = yield* searchRounds(problem, rounds)
  if (best.locked < problem.stops.filter(({ locked }) => locked).length) return null
  return inBestOrder(problem, stopsOf(best.route))
}

/** Some route by all stops, which are looked for in a few rounds; null when none was found, though there may be one. */
export function routeByAll(problem: DayProblem, rounds: number): RouteVisit[] | null {
  const isByAll = ({ route }: Solution) => stopsOf(route).length === problem.stops.length
  const found = allSteps(searchRounds(problem, rounds, isByAll))
  return isByAll(found) ? found.route : null
}

function* searchRounds(
  problem: DayProblem,
  rounds: number,
  isEnough: (best: Solution) => boolean = () => false,
): Steps<Solution> {
  const random = randomFrom(1)
  const below = (limit: number) => Math.floor(random() * limit)
  const day = twoWay(problem)
  const empty = problem.fixed.map((_, index): RouteVisit => ({ kind: 'fixed', index }))
  let best = judged(problem, fillRoute(day, empty))
  let current = best
  for (let round = 0; round < rounds && !isEnough(best); round += 1) {
    const noise = round % 2 === 0 ? () => 1 : () => 0.8 + 0.4 * random()
    if (round % roundsOfAStart === 0) {
      const first = below(problem.stops.length)
      const isBack = (round / roundsOfAStart) % 2 === 1
      current = isBack
        ? best
        : judged(
            problem,
            fillRoute(day, empty, (stop) => stop === first, noise),
          )
    }
    const kept = withoutSome(problem, current.route, below)
    // Cheapest insertion would mostly put back what was taken out.
    const visited = new Set(random() < 0.5 ? stopsOf(current.route) : [])
    const candidate = judged(
      problem,
      fillRoute(day, kept, (stop) => !visited.has(stop), noise),
    )
    if (compareSolutions(candidate, current) <= 0 || isNearly(candidate, current)) current = candidate
    if (compareSolutions(candidate, best) < 0) best = candidate
    yield
  }
  return best
}

/** Equal stops for not much more driving: worth looking around from. */
function isNearly(candidate: Solution, current: Solution): boolean {
  return (
    candidate.locked === current.locked &&
    candidate.priority === current.priority &&
    candidate.drive <= current.drive + current.drive / 50
  )
}

function compareSolutions(one: Solution, other: Solution): number {
  return other.locked - one.locked || other.priority - one.priority || one.drive - other.drive || one.end - other.end
}

/** Takes out a few stops, or all of a short route: neighbours on it, or those nearest to some stop. */
function withoutSome(
  problem: DayProblem,
  route: readonly RouteVisit[],
  below: (limit: number) => number,
): RouteVisit[] {
  const many = 1 + below(Math.min(mostTakenOut, route.length))
  if (below(2) === 0) {
    const from = below(route.length)
    return route.filter(({ kind }, place) => kind === 'fixed' || place < from || place >= from + many)
  }
  const middle = problem.stops[below(problem.stops.length)]?.node ?? nowhere
  const far = (visit: RouteVisit) => driveSeconds(problem, middle, nodeOf(problem, visit))
  const nearest = route.filter(({ kind }) => kind === 'stop').toSorted((one, other) => far(one) - far(other))
  const taken = new Set(nearest.slice(0, many))
  return route.filter((visit) => !taken.has(visit))
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

/** Numbers from 0 up to 1 that look random and are the same for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A day with its mirror, which is worked out once. */
type TwoWayDay = { problem: DayProblem; mirror: DayProblem }

function twoWay(problem: DayProblem): TwoWayDay {
  return { problem, mirror: mirrored(problem) }
}

/**
 * Adds stops where they cost the least driving, the locked and the most important first, until none fits: those that
 * `isFirst` names before all others. `noise` is a factor of each cost.
 */
function fillRoute(
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

function stopsOf(route: readonly RouteVisit[]): number[] {
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
