import type { FixedVisit, ListingId, PlanInput, PlannedListing, Span } from './plan-types.ts'

export type ProblemStop = {
  listing_id: ListingId
  /** Row of the location in the matrices of `DayProblem`. */
  node: number
  /** When the home can be visited, in order. */
  windows: readonly Span[]
  /** If not all stops fit, those with the highest total priority stay. */
  priority: number
  /** True if the stop must not be left out. */
  locked: boolean
  /** Length of the shortest visit. */
  seconds: number
  /** Length of the longest visit. */
  maxSeconds: number
  /** True if the location is unknown; `node` is then that of the stop before. */
  isUnplaced?: boolean
}

/** An own visit: another event of the agent, at a fixed time and place. The next drive begins at `endNode`. `isOutside`: outside the tour's hours. */
export type ProblemFixed = {
  id: FixedVisit['id']
  node: number
  endNode: number
  start: number
  end: number
  isOutside: boolean
}

/** A day to plan: the planner's input, checked, limited to the tour's hours, and sorted independently of the input's order. */
export type DayProblem = {
  /** The tour's hours, extended by own visits just outside them; stops and lunch are within the tour's hours. Times are seconds of the day. */
  start: number
  end: number
  stops: readonly ProblemStop[]
  fixed: readonly ProblemFixed[]
  /** When the agent is busy; sorted, without overlaps. */
  busy: readonly Span[]
  /** Begins and ends between `open` and `close`. */
  lunch: { seconds: number; open: number; close: number } | null
  /** Where the tour starts and ends; `noNode` if no such place is given. */
  startNode: number
  endNode: number
  /** The drives from the row's location to the column's. */
  seconds: readonly (readonly number[])[]
  metres: readonly (readonly number[])[]
  /** Rows of approximate locations; drives from or to them are estimates. */
  approximateNodes: ReadonlySet<number>
}

/** The node if no place is given: a drive from or to it takes no time. */
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

export function isApproximateDrive({ approximateNodes }: DayProblem, from: number, to: number): boolean {
  return from !== to && from !== noNode && to !== noNode && (approximateNodes.has(from) || approximateNodes.has(to))
}

export function visitSeconds(problem: DayProblem, stop: number): number {
  return problem.stops[stop]?.seconds ?? 0
}

/** Sorts spans, joins those that overlap or touch, and removes empty ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.filter(([from, to]) => to > from).toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Returns the earliest time, not before `from`, at which `length` free seconds can begin. Busy time may adjoin them; `busy` is sorted. */
export function earliestFree(busy: readonly Span[], from: number, length: number): number {
  if (length === 0) return from
  let begin = from
  for (const [busyFrom, busyTo] of busy) {
    if (busyTo <= begin) continue
    if (begin + length <= busyFrom) break
    begin = busyTo
  }
  return begin
}

/** Returns the latest time, up to `until`, at which `length` free seconds can end. Busy time may adjoin them. */
export function latestFree(busy: readonly Span[], until: number, length: number): number {
  return -earliestFree(mirroredSpans(busy), -until, length)
}

/** Returns the spans with the direction of time reversed, so that a search for the latest time becomes one for the earliest. */
export function mirroredSpans(spans: readonly Span[]): Span[] {
  return spans.map(([from, to]) => [-to, -from] as const).toSorted((one, other) => one[0] - other[0])
}

/** Returns when a visit of this length can begin at the earliest, if the agent arrives at the time `from`; null if that is too late. */
export function earliestVisit(problem: DayProblem, stop: ProblemStop, from: number, length: number): number | null {
  for (const [open, close] of stop.windows) {
    const begin = earliestFree(problem.busy, Math.max(from, open), length)
    if (begin + length <= close) return begin
  }
  return null
}

/** Returns when lunch can begin at the earliest, not before `from`; null if that is too late, or no lunch is planned. */
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
