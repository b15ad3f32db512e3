import { type DayProblem, driveSeconds, mirroredSpans, noNode } from './day-problem.ts'
import { runToEnd, type PlanInput, type PausableWork } from './plan-types.ts'
import {
  afterDrive,
  afterVisit,
  endNodeOf,
  endOfRoute,
  nodeOf,
  readinessAlong,
  type Readiness,
  type RouteVisit,
} from './time-route.ts'
import { searchVisitSets } from './visit-sets.ts'

/** The number of rounds by default. With fewer stops, each round takes less time, so there are more rounds. */
const usualRounds = (stops: number) => 500 + Math.ceil(40_000 / stops)
/** After this many rounds, the search starts again, by turns from a random stop and from the best route. */
const roundsPerStart = 250
const maxRemovedStops = 6
/** Up to this many chosen stops are ordered exactly; more would take longer than the search. */
const maxStopsToOrder = 12

/** `locked` counts the visited stops that must not be left out; `drive` and `end` are in seconds. */
type Solution = { route: RouteVisit[]; locked: number; priority: number; drive: number; end: number }

/**
 * Returns good stops in a good order, for days with too many for an exact search. Each round removes a part of the route and refills it by cheapest
 * insertion. Without a start place, every first stop costs nothing, so the search restarts from random stops. The number of rounds is fixed and the
 * random numbers have a seed, so the result depends on no clock. Null if the locked stops did not all fit.
 */
export function* searchManyStops(
  problem: DayProblem,
  input: Pick<PlanInput, 'iterations'>,
): PausableWork<number[] | null> {
  const rounds = input.iterations ?? usualRounds(problem.stops.length)
  const best = yield* searchRounds(problem, rounds)
  if (best.locked < problem.stops.filter(({ locked }) => locked).length) return null
  return inBestOrder(problem, stopsOf(best.route))
}

/** Returns a route through all stops; null if none was found in these rounds, although there may be one. */
export function routeThroughAllStops(problem: DayProblem, rounds: number): RouteVisit[] | null {
  const visitsAll = ({ route }: Solution) => stopsOf(route).length === problem.stops.length
  const found = runToEnd(searchRounds(problem, rounds, visitsAll))
  return visitsAll(found) ? found.route : null
}

function* searchRounds(
  problem: DayProblem,
  rounds: number,
  isEnough: (best: Solution) => boolean = () => false,
): PausableWork<Solution> {
  const random = randomFrom(1)
  const randomBelow = (limit: number) => Math.floor(random() * limit)
  const day = { problem, mirror: reversedDay(problem) }
  const fixedOnly = problem.fixed.map((_, index): RouteVisit => ({ kind: 'fixed', index }))
  let best = evaluated(problem, fillRoute(day, fixedOnly))
  let current = best
  for (let round = 0; round < rounds && !isEnough(best); round += 1) {
    const noise = round % 2 === 0 ? () => 1 : () => 0.8 + 0.4 * random()
    if (round % roundsPerStart === 0) {
      const first = randomBelow(problem.stops.length)
      const isFromBest = (round / roundsPerStart) % 2 === 1
      current = isFromBest
        ? best
        : evaluated(
            problem,
            fillRoute(day, fixedOnly, (stop) => stop === first, noise),
          )
    }
    const remaining = withoutSome(problem, current.route, randomBelow)
    // In half of the rounds, stops that were not on the route come first: otherwise the removed ones would mostly be inserted again.
    const visited = new Set(random() < 0.5 ? stopsOf(current.route) : [])
    const candidate = evaluated(
      problem,
      fillRoute(day, remaining, (stop) => !visited.has(stop), noise),
    )
    if (compareSolutions(candidate, current) <= 0 || isNearlyAsGood(candidate, current)) current = candidate
    if (compareSolutions(candidate, best) < 0) best = candidate
    yield
  }
  return best
}

/** Whether a candidate has equally good stops and at most 2% more driving, so that the search may continue from it. */
function isNearlyAsGood(candidate: Solution, current: Solution): boolean {
  return (
    candidate.locked === current.locked &&
    candidate.priority === current.priority &&
    candidate.drive <= current.drive + current.drive / 50
  )
}

function compareSolutions(one: Solution, other: Solution): number {
  return other.locked - one.locked || other.priority - one.priority || one.drive - other.drive || one.end - other.end
}

/** Removes a few stops, or all of a short route: neighbors on the route, or those nearest to a random stop. */
function withoutSome(
  problem: DayProblem,
  route: readonly RouteVisit[],
  randomBelow: (limit: number) => number,
): RouteVisit[] {
  const count = 1 + randomBelow(Math.min(maxRemovedStops, route.length))
  if (randomBelow(2) === 0) {
    const from = randomBelow(route.length)
    return route.filter(({ kind }, place) => kind === 'fixed' || place < from || place >= from + count)
  }
  const middle = problem.stops[randomBelow(problem.stops.length)]?.node ?? noNode
  const driveTo = (visit: RouteVisit) => driveSeconds(problem, middle, nodeOf(problem, visit))
  const nearest = route.filter(({ kind }) => kind === 'stop').toSorted((one, other) => driveTo(one) - driveTo(other))
  const taken = new Set(nearest.slice(0, count))
  return route.filter((visit) => !taken.has(visit))
}

function evaluated(problem: DayProblem, route: RouteVisit[]): Solution {
  const stops = stopsOf(route).map((index) => problem.stops[index])
  const ready = readinessAlong(problem, route).at(-1) ?? { beforeLunch: Infinity, afterLunch: Infinity }
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
  if (chosen.length > maxStopsToOrder) return [...chosen]
  const sorted = chosen.toSorted((one, other) => one - other)
  const stops = sorted.flatMap((index) => {
    const stop = problem.stops[index]
    return stop === undefined ? [] : [{ ...stop, locked: true }]
  })
  const found = searchVisitSets({ ...problem, stops })
  return found === null ? [...chosen] : found.sequence.flatMap((place) => sorted[place] ?? [])
}

/** A seeded generator of numbers from 0 up to 1, the same on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** `mirror`: the day with time running backwards, which gives the latest times of a route. */
type DayAndMirror = { problem: DayProblem; mirror: DayProblem }

/**
 * The day in reverse, with negated times. The earliest readiness along a reversed route on this day, negated, is the latest readiness
 * along the route on the original day; `beforeLunch` and `afterLunch` are swapped.
 */
function reversedDay(problem: DayProblem): DayProblem {
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

/** Inserts stops where they cost the least driving: first those with `isFirst`, and among these, locked and important ones first. */
function fillRoute(
  day: DayAndMirror,
  remaining: readonly RouteVisit[],
  isFirst: (stop: number) => boolean = () => true,
  noise: () => number = () => 1,
): RouteVisit[] {
  const route = [...remaining]
  const visited = new Set(stopsOf(remaining))
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

/** `rank`: the priority of the stop, Infinity if it is locked. `cost`: additional driving in seconds. */
type Insertion = { stop: number; place: number; rank: number; cost: number }

function cheapestInsertion(
  day: DayAndMirror,
  route: readonly RouteVisit[],
  open: Set<number>,
  noise: () => number,
): Insertion | null {
  const { problem } = day
  if (open.size === 0) return null
  const gaps = gapsOf(day, route)
  let best: Insertion | null = null
  for (const stop of open) {
    const { node = noNode, locked = false, priority = 1 } = problem.stops[stop] ?? {}
    const rank = locked ? Infinity : priority
    if (best !== null && rank < best.rank) continue
    let fitsSomewhere = false
    for (const [place, gap] of gaps.entries()) {
      const cost = (driveSeconds(problem, gap.from, node) + driveSeconds(problem, node, gap.to) - gap.drive) * noise()
      // A more expensive place is not tested, so the stop may fit there.
      if (best !== null && rank === best.rank && cost >= best.cost) fitsSomewhere = true
      else if (fits(problem, gap, stop, node)) {
        fitsSomewhere = true
        best = { stop, place, rank, cost }
      }
    }
    // A stop that does not fit on this route does not fit on a longer one either.
    if (!fitsSomewhere) open.delete(stop)
  }
  return best
}

/** A gap of the route, where a stop may be inserted, between two nodes. The agent can leave `from` at `ready` and must be at `to` by `latest`. */
type Gap = { from: number; to: number; drive: number; ready: Readiness; latest: Readiness }

function gapsOf({ problem, mirror }: DayAndMirror, route: readonly RouteVisit[]): Gap[] {
  const back = readinessAlong(mirror, route.toReversed()).reverse()
  return readinessAlong(problem, route).map((ready, place) => {
    const [before, after] = [route[place - 1], route[place]]
    const from = before === undefined ? problem.startNode : endNodeOf(problem, before)
    const to = after === undefined ? problem.endNode : nodeOf(problem, after)
    const { beforeLunch = Infinity, afterLunch = Infinity } = back[place] ?? {}
    // Without lunch, every state counts as after lunch, on the mirrored day too.
    const latest = { beforeLunch: -afterLunch, afterLunch: problem.lunch === null ? -afterLunch : -beforeLunch }
    return { from, to, drive: route.length === 0 ? 0 : driveSeconds(problem, from, to), ready, latest }
  })
}

function fits(problem: DayProblem, { from, to, ready, latest }: Gap, stop: number, node: number): boolean {
  const isInTime = ({ beforeLunch, afterLunch }: Readiness) =>
    beforeLunch <= latest.beforeLunch || afterLunch <= latest.afterLunch
  const done = afterVisit(problem, ready, from, { kind: 'stop', index: stop })
  return isInTime(done) && isInTime(afterDrive(problem, done, driveSeconds(problem, node, to)))
}
