import { metresPerMile } from '#core/domain/travel/driving.ts'
import { mergeSpans } from './busy-time.ts'
import { type DayProblem, driveMetres, driveSeconds, isRough, nowhere } from './day-problem.ts'
import type { ListingId, PlannedLeg, PlannedStop, RouteCost, Span, TourPlan } from './plan-types.ts'
import type { TimedRoute, TimedVisit } from './time-route.ts'

/** A timed route in the words of the plan. */
export function describeRoute(
  problem: DayProblem,
  timed: TimedRoute,
): RouteCost & Pick<TourPlan, 'stops' | 'legs' | 'lunch' | 'efficiency_score'> {
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
  const way = ownWay(problem, visits, timed.home !== null)
  const first = stops.at(0)
  const last = stops.at(-1)
  return {
    stops,
    legs,
    lunch: timed.lunch,
    total_distance: oneDecimal(way.metres / metresPerMile),
    total_distance_km: oneDecimal(way.metres / 1000),
    ...(way.isRough ? { is_approximate: true as const } : {}),
    estimated_duration:
      first === undefined || last === undefined ? 0 : shownMinute(last.departure) - shownMinute(first.arrival),
    drive_seconds: sum(legs.map((leg) => leg.seconds)),
    drive_metres: sum(legs.map((leg) => leg.metres)),
    efficiency_score: efficiencyScore(problem, timed, visits, way.seconds),
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
  const rough = isRough(problem, from, node) ? { is_approximate: true as const } : {}
  return { to, depart, arrive, seconds: arrive - depart, metres: driveMetres(problem, from, node), ...rough }
}

/**
 * The tour's own way: straight from home to home, as its client drives it, whatever the agent has to do in between. A
 * drive to an own visit, and on from it, belongs to that visit.
 */
function ownWay(problem: DayProblem, visits: readonly TimedVisit[], isHome: boolean) {
  if (visits.length === 0) return { seconds: 0, metres: 0, isRough: false }
  const nodes = [problem.startNode, ...visits.map(({ node }) => node), isHome ? problem.endNode : nowhere]
  const along = <Value>(of: (day: DayProblem, from: number, to: number) => Value) =>
    nodes.slice(1).map((node, index) => of(problem, nodes[index] ?? nowhere, node))
  return { seconds: sum(along(driveSeconds)), metres: sum(along(driveMetres)), isRough: along(isRough).includes(true) }
}

/**
 * The share of the tour that is spent inside homes: visits ÷ (visits + drives + waits). Lunch, busy time and the
 * agent's own visits with their drives are no part of it; a wait is what is left between the first arrival and the last
 * departure.
 */
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

/** Times are shown without their seconds, and the duration is what lies between those. */
function shownMinute(seconds: number): number {
  return Math.floor(seconds / 60)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
