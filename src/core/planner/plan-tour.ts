import {
  noNode,
  type DayProblem,
  type ProblemStop,
  visitSeconds,
  driveMetres,
  driveSeconds,
  isApproximateDrive,
  mergeSpans,
} from './day-problem.ts'
import { dropReason } from './drop-reasons.ts'
import {
  type DroppedStop,
  PlanContradiction,
  type PlanInput,
  type TourPlan,
  compareIds,
  runToEnd,
  type PausableWork,
  type ListingId,
  type PlannedLeg,
  type PlannedStop,
  type RouteCost,
  type Span,
} from './plan-types.ts'
import { type PreparedDay, prepareDay } from './prepare-day.ts'
import { type OrderedRoute, routeInOrder } from './route-in-order.ts'
import { searchManyStops } from './search-many-stops.ts'
import {
  isFeasible,
  timeRoute,
  type RouteVisit,
  type TimedRoute,
  type VisitLength,
  type TimedVisit,
} from './time-route.ts'
import { maxExactStops, searchVisitSets } from './visit-sets.ts'
import { metersPerMile } from '#core/domain/travel/driving.ts'

/**
 * Plans one day's tour. Maximizes the sum of priorities, then minimizes driving, then the end of the tour; the homes' names
 * and ids decide between equal plans. Exact up to 15 stops. The same input gives the same plan on every machine. Throws
 * `PlanContradiction` if the locked stops cannot all be met.
 */
export function planTour(input: PlanInput): TourPlan {
  return runToEnd(planInSteps(input))
}

/** Like `planTour`, but in steps, between which the caller can pause. An exact search is a single step. */
function* planInSteps(input: PlanInput): PausableWork<TourPlan> {
  const day = prepareDay(input)
  refuseHopelessLocks(input, day)
  const isGiven = input.order === 'given'
  const best = yield* bestRoute(input, day)
  const route = isGiven ? routeInOrder(day.problem, day.givenOrder, true) : best.route
  if (route === null) throw contradiction(day.problem)
  const extended = putLast(day.problem, route, day.unplaced)
  const timed = raiseDurations(extended.problem, extended.route.route)
  if (timed === null) throw new Error('A route that was found feasible cannot be timed.')
  const dropped = [...(yield* droppedStops(input, day, route)), ...extended.dropped].toSorted(byListing)
  const isBetter = isGiven && isWorthMore(best.route, route)
  return {
    ...describeRoute(extended.problem, timed),
    dropped,
    warnings: day.warnings,
    proven_optimal: best.proven && !isBetter,
    complete: dropped.length === 0,
    better_order: isBetter ? costOf(putLast(day.problem, best.route, day.unplaced)) : null,
  }
}

/** Throws if a locked stop cannot be visited on this day at all. */
function refuseHopelessLocks(input: PlanInput, { hopeless }: PreparedDay): void {
  const locked = new Set(input.stops.filter((stop) => stop.locked).map((stop) => stop.listing_id))
  const refused = hopeless.map((stop) => stop.listing_id).filter((id) => locked.has(id))
  if (refused.length > 0) throw new PlanContradiction(refused.toSorted(compareIds))
}

function contradiction({ stops }: DayProblem): PlanContradiction {
  return new PlanContradiction(stops.filter(({ locked }) => locked).map(({ listing_id }) => listing_id))
}

function* bestRoute(
  input: PlanInput,
  { problem }: PreparedDay,
): PausableWork<{ route: OrderedRoute; proven: boolean }> {
  const proven = problem.stops.length <= maxExactStops
  const sequence = proven ? searchVisitSets(problem)?.sequence : yield* searchManyStops(problem, input)
  const route = sequence === undefined || sequence === null ? null : routeInOrder(problem, sequence, false)
  if (route === null) throw contradiction(problem)
  return { route, proven }
}

function isWorthMore(one: OrderedRoute, other: OrderedRoute): boolean {
  return (other.priority - one.priority || one.drive - other.drive || one.end - other.end) < 0
}

function* droppedStops(input: PlanInput, day: PreparedDay, { route }: OrderedRoute): PausableWork<DroppedStop[]> {
  const { problem, hopeless } = day
  const planned = { input, problem, route, givenOrder: input.order === 'given' ? day.givenOrder : null }
  const visited = new Set(route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : [])))
  const unvisited: DroppedStop[] = []
  for (const [index, { listing_id }] of problem.stops.entries()) {
    if (visited.has(index)) continue
    unvisited.push({ listing_id, ...dropReason(planned, index) })
    yield
  }
  return [...hopeless, ...unvisited]
}

function byListing(one: DroppedStop, other: DroppedStop): number {
  return compareIds(one.listing_id, other.listing_id)
}

function costOf({ problem, route: { route } }: ReturnType<typeof putLast>): TourPlan['better_order'] {
  const timed = raiseDurations(problem, route) ?? timeRoute(problem, route)
  if (timed === null) return null
  const { stops, total_distance, total_distance_km, estimated_duration, drive_seconds, drive_metres } = describeRoute(
    problem,
    timed,
  )
  const listing_ids = stops.map(({ listing_id }) => listing_id)
  return { listing_ids, total_distance, total_distance_km, estimated_duration, drive_seconds, drive_metres }
}

type Extended = { problem: DayProblem; route: OrderedRoute; dropped: DroppedStop[] }

/** Adds the stops without a location at the end, if there is time. They displace no other stop, and no drive to them is planned. */
function putLast(before: DayProblem, placed: OrderedRoute, unplaced: readonly ProblemStop[]): Extended {
  let problem = before
  let route = placed
  const dropped: DroppedStop[] = []
  for (const stop of unplaced) {
    const sequence = route.route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
    const node = problem.stops[sequence.at(-1) ?? -1]?.node ?? noNode
    const longer = Object.assign({}, problem, { stops: problem.stops.concat(Object.assign({}, stop, { node })) })
    const found = routeInOrder(longer, sequence.concat(problem.stops.length), false)
    if (found === null) dropped.push({ listing_id: stop.listing_id, reason: reasonFor(stop) })
    else [problem, route] = [longer, found]
  }
  return { problem, route, dropped }
}

function reasonFor({ windows }: ProblemStop): DroppedStop['reason'] {
  return windows.length === 0 ? 'closed_all_day' : 'not_enough_time'
}

const stepSeconds = 300

/**
 * Uses the remaining time: lengthens all visits whose length the agent did not set by five minutes at a time, first together,
 * then one by one in route order, up to their limits. A step is not taken if it adds more than five minutes of waiting, because it
 * pushes a visit behind busy time or into a later window. Null if not even the shortest visits fit.
 */
function raiseDurations(problem: DayProblem, route: readonly RouteVisit[]): TimedRoute | null {
  const stops = route.flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
  const lengths = problem.stops.map(({ seconds }) => seconds)
  const lengthOf = (stop: number) => lengths[stop] ?? visitSeconds(problem, stop)
  const maxLengthOf = (stop: number) => problem.stops[stop]?.maxSeconds ?? 0

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
    if (
      raised.every((stop) => lengthOf(stop) <= maxLengthOf(stop)) &&
      isFeasible(problem, route, lengthOf) &&
      isWorthIt()
    )
      return true
    for (const stop of raised) lengths[stop] = lengthOf(stop) - stepSeconds
    return false
  }

  let raisable = stops.filter((stop) => lengthOf(stop) < maxLengthOf(stop))
  while (raisable.length > 0 && tryRaising(raisable));
  while (raisable.length > 0) raisable = raisable.filter((stop) => tryRaising([stop]))
  return timeRoute(problem, route, lengthOf)
}

/** Returns the seconds between the first and the last home in which the agent neither visits, drives nor has lunch. */
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

/** Messages to and from the planning thread. Errors are data, because an error's class is lost between threads. */
export type PlanQuestion = { id: number; input: PlanInput }
export type PlanAnswer = { id: number } & ({ plan: TourPlan } | { contradiction: ListingId[] } | { failure: string })

export function* answerPlan({ id, input }: PlanQuestion): PausableWork<PlanAnswer> {
  try {
    return { id, plan: yield* planInSteps(input) }
  } catch (error) {
    if (error instanceof PlanContradiction) return { id, contradiction: error.listingIds }
    return { id, failure: String(error) }
  }
}

/** Returns the plan of an answer, or throws its error. */
export function planOf(answer: PlanAnswer): TourPlan {
  if ('plan' in answer) return answer.plan
  if ('contradiction' in answer) throw new PlanContradiction(answer.contradiction)
  throw new Error(`The planner failed: ${answer.failure}`)
}

function describeRoute(
  problem: DayProblem,
  timed: TimedRoute,
): RouteCost & Pick<TourPlan, 'stops' | 'legs' | 'lunch' | 'efficiency_score'> {
  // `timed.home` is the drive to the place where the tour ends; null if no such place is given.
  const visits = timed.visits.filter(({ kind }) => kind === 'stop')
  const stops = visits.map((visit, position): PlannedStop => ({
    listing_id: idOf(problem, visit),
    order: position + 1,
    arrival: visit.arrive,
    start: visit.begin,
    departure: visit.end,
    ...(problem.stops[visit.index]?.isUnplaced === true ? { is_unplaced: true as const } : {}),
  }))
  const legs = [
    ...timed.visits.map((visit) => legTo(problem, idOf(problem, visit), visit)),
    ...(timed.home === null ? [] : [legTo(problem, 'end', timed.home)]),
  ]
  const drives = drivesBetweenHomes(problem, visits, timed.home !== null)
  const first = stops.at(0)
  const last = stops.at(-1)
  return {
    stops,
    legs,
    lunch: timed.lunch,
    total_distance: oneDecimal(drives.metres / metersPerMile),
    total_distance_km: oneDecimal(drives.metres / 1000),
    ...(drives.isRough ? { is_approximate: true as const } : {}),
    estimated_duration:
      first === undefined || last === undefined ? 0 : shownMinute(last.departure) - shownMinute(first.arrival),
    drive_seconds: sum(legs.map((leg) => leg.seconds)),
    drive_metres: sum(legs.map((leg) => leg.metres)),
    efficiency_score: efficiencyScore(problem, timed, visits, drives.seconds),
  }
}

function idOf(problem: DayProblem, { kind, index }: TimedVisit): ListingId {
  const visit = kind === 'stop' ? problem.stops[index]?.listing_id : problem.fixed[index]?.id
  return visit ?? ''
}

function legTo(
  problem: DayProblem,
  to: PlannedLeg['to'],
  { from, node, depart, arrive }: { from: number; node: number; depart: number; arrive: number },
): PlannedLeg {
  const rough = isApproximateDrive(problem, from, node) ? { is_approximate: true as const } : {}
  return { to, depart, arrive, seconds: arrive - depart, metres: driveMetres(problem, from, node), ...rough }
}

/** Sums up the drives from the start over the visited homes and, if there is one, to the end place. Drives to own visits do not count. */
function drivesBetweenHomes(problem: DayProblem, visits: readonly TimedVisit[], hasEndPlace: boolean) {
  if (visits.length === 0) return { seconds: 0, metres: 0, isRough: false }
  const nodes = [problem.startNode, ...visits.map(({ node }) => node), hasEndPlace ? problem.endNode : noNode]
  const along = <Value>(of: (day: DayProblem, from: number, to: number) => Value) =>
    nodes.slice(1).map((node, index) => of(problem, nodes[index] ?? noNode, node))
  return {
    seconds: sum(along(driveSeconds)),
    metres: sum(along(driveMetres)),
    isRough: along(isApproximateDrive).includes(true),
  }
}

/** Returns visits ÷ (visits + drives + waits), in percent. Lunch, busy time and own visits with their drives do not count. */
function efficiencyScore(
  problem: DayProblem,
  timed: TimedRoute,
  visits: readonly TimedVisit[],
  driving: number,
): number | null {
  const first = visits.at(0)
  const last = visits.at(-1)
  if (first === undefined || last === undefined) return null
  const inside = sum(visits.map(({ begin, end }) => end - begin))
  const drives = [...timed.visits, ...(timed.home === null ? [] : [timed.home])]
  const accounted = mergeSpans([
    ...timed.visits.map(({ begin, end }) => [begin, end] as const),
    ...drives.map(({ depart, arrive }) => [depart, arrive] as const),
    ...(timed.lunch === null ? [] : [timed.lunch]),
    ...problem.busy,
  ])
  const waiting = last.end - first.arrive - sum(accounted.map((span) => overlap(span, [first.arrive, last.end])))
  return Math.round((100 * inside) / (inside + driving + waiting))
}

function overlap(one: Span, other: Span): number {
  return Math.max(0, Math.min(one[1], other[1]) - Math.max(one[0], other[0]))
}

/** Screens show whole minutes, and the duration must match the times shown. */
function shownMinute(seconds: number): number {
  return Math.floor(seconds / 60)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
