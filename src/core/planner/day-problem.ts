import { visitsAround } from '#core/domain/tours/tour-halts.ts'
import { earliestFree, mergeSpans } from './busy-time.ts'
import {
  compareIds,
  type FixedVisit,
  type ListingId,
  type PlanInput,
  type PlannedListing,
  type Span,
} from './plan-types.ts'

export type ProblemStop = {
  listing_id: ListingId
  /** Row of the location in the matrices of `DayProblem`. */
  node: number
  windows: readonly Span[]
  priority: number
  /** True if the plan must contain the stop. */
  locked: boolean
  /** The shortest visit. */
  seconds: number
  /** The longest visit. */
  mostSeconds: number
  /** The location is unknown; `node` is that of the stop before. */
  isUnplaced?: boolean
}

/** A visit of the agent's own, at a fixed time. `endNode` is where the next drive begins. `isOutside`: outside the tour's hours. */
type ProblemFixed = {
  id: FixedVisit['id']
  node: number
  endNode: number
  start: number
  end: number
  isOutside: boolean
}

/** A day to plan: checked, cut to the day, and sorted independently of the input's order. */
export type DayProblem = {
  /** The tour's hours, extended by own visits just outside them. Stops and lunch are within the hours. */
  start: number
  end: number
  stops: readonly ProblemStop[]
  fixed: readonly ProblemFixed[]
  busy: readonly Span[]
  lunch: { seconds: number; open: number; close: number } | null
  startNode: number
  endNode: number
  /** The drives, from the row's location to the column's. */
  seconds: readonly (readonly number[])[]
  metres: readonly (readonly number[])[]
  /** Rows of approximate locations; drives from or to them are estimates. */
  rough: ReadonlySet<number>
}

/** The node of no place: a drive from or to it takes no time. */
export const noNode = -1

/** The seconds and meters of a drive without a road: too long for any day. */
const noRoad = 1e9

export function driveSeconds(problem: DayProblem, from: number, to: number): number {
  return leg(problem.seconds, from, to)
}

export function driveMetres(problem: DayProblem, from: number, to: number): number {
  return leg(problem.metres, from, to)
}

function leg(matrix: readonly (readonly number[])[], from: number, to: number): number {
  if (from === noNode || to === noNode || from === to) return 0
  const value = matrix[from]?.[to] ?? Infinity
  return Number.isFinite(value) && value >= 0 ? value : noRoad
}

export function isApproximateDrive({ rough }: DayProblem, from: number, to: number): boolean {
  return from !== to && from !== noNode && to !== noNode && (rough.has(from) || rough.has(to))
}

export function visitSeconds(problem: DayProblem, stop: number): number {
  return problem.stops[stop]?.seconds ?? 0
}

/** Returns when a visit of this length can begin at the earliest, after arrival at `from`; null if it is too late. */
export function earliestVisit(problem: DayProblem, stop: ProblemStop, from: number, length: number): number | null {
  for (const [open, close] of stop.windows) {
    const begin = earliestFree(problem.busy, Math.max(from, open), length)
    if (begin + length <= close) return begin
  }
  return null
}

/** Returns when lunch can begin at the earliest; null if it is too late, or no lunch is due. */
export function earliestLunch({ lunch, busy, end }: DayProblem, from: number): number | null {
  if (lunch === null) return null
  const begin = earliestFree(busy, Math.max(from, lunch.open), lunch.seconds)
  return begin + lunch.seconds <= Math.min(lunch.close, end) ? begin : null
}

/** Returns a home's time windows within the day that are long enough for a visit, in order. */
export function usableWindows(
  { start, end, minMinutes }: Pick<PlanInput, 'start' | 'end' | 'minMinutes'>,
  { windows, minutes = minMinutes }: Pick<PlannedListing, 'windows' | 'minutes'>,
): Span[] {
  return (windows ?? [[start, end]])
    .map(([from, to]) => [Math.max(from, start), Math.min(to, end)] as const)
    .filter(([from, to]) => to - from >= minutes * 60)
    .toSorted((one, other) => one[0] - other[0] || one[1] - other[1])
}

/** Returns the lunch to plan; null if the day, or the hours set for lunch, are too short for it. */
export function dueLunch({ start, end, lunch }: Pick<PlanInput, 'start' | 'end' | 'lunch'>): DayProblem['lunch'] {
  if (lunch === null || lunch.minutes <= 0) return null
  const open = Math.max(start, lunch.open)
  const close = Math.min(end, lunch.close)
  return close - open >= lunch.minutes * 60 ? { seconds: lunch.minutes * 60, open, close } : null
}

/** Returns the own visits within the tour's hours, and the nearest ones before and after, unless a start or end place replaces those. */
export function fixedOfDay({ start, end, stops, fixed = [], startPlace, endPlace }: PlanInput) {
  let nextNode = stops.length + fixed.length + (startPlace === undefined ? 0 : 1) + (endPlace === undefined ? 0 : 1)
  const visits = fixed.map((visit, index): ProblemFixed => ({
    id: visit.id,
    node: stops.length + index,
    endNode: visit.endPlace === undefined ? stops.length + index : nextNode++,
    start: visit.start,
    end: visit.end,
    isOutside: visit.end <= start || visit.start >= end,
  }))
  const { before, inside, after } = visitsAround(visits, [start, end], (visit) => [visit.start, visit.end])
  const cut = inside.map((visit) =>
    Object.assign({}, visit, { start: Math.max(visit.start, start), end: Math.min(visit.end, end) }),
  )
  return [startPlace === undefined ? before : null, ...cut, endPlace === undefined ? after : null]
    .filter((visit) => visit !== null)
    .toSorted((one, other) => one.start - other.start || one.end - other.end || compareIds(one.id, other.id))
}

export function busyOfDay({ busy }: Pick<PlanInput, 'busy'>): Span[] {
  return mergeSpans(busy)
}
