import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import { estimateDrive, type Place } from '#core/domain/travel/driving.ts'
import { visitsAround } from '#core/domain/tours/tour-halts.ts'
import {
  type DayProblem,
  driveSeconds,
  mergeSpans,
  noNode,
  type ProblemFixed,
  type ProblemStop,
  usableWindows,
} from './day-problem.ts'
import {
  compareIds,
  type DroppedStop,
  type PlanInput,
  type PlannedListing,
  type PlanWarning,
  type Span,
  type TravelMatrix,
} from './plan-types.ts'
import { routeInOrder } from './route-in-order.ts'
import { type RouteVisit, timeRoute } from './time-route.ts'
import { maxExactStops, searchVisitSets } from './visit-sets.ts'

export type PreparedDay = {
  problem: DayProblem
  /** The agent's order of the homes, as indexes of `problem.stops`. */
  givenOrder: number[]
  /** Stops without a location; they are put last. */
  unplaced: ProblemStop[]
  /** Stops that cannot be visited on this day, whichever others are left out. */
  hopeless: DroppedStop[]
  warnings: PlanWarning[]
}

function compareStops(one: PlannedListing, other: PlannedListing): number {
  return compareIds(one.name ?? '', other.name ?? '') || compareIds(one.listing_id, other.listing_id)
}

/** Limits the input to the tour's hours and sorts it. Also decides on fixed visits and lunch, which do not depend on the stops chosen later. */
export function prepareDay(input: PlanInput): PreparedDay {
  const placed = input.stops.map((stop, node) => ({ stop, node, windows: usableWindows(input, stop) }))
  const hopeless = placed.flatMap(({ stop, windows }): DroppedStop[] => {
    if (!hasPlace(stop)) return stop.unplacedLast ? [] : [{ listing_id: stop.listing_id, reason: 'no_location' }]
    if (windows.length > 0) return []
    // True if the home is open long enough for the shortest visit, but not for the length that the agent set.
    const isOpen = usableWindows(input, { windows: stop.windows }).length > 0
    return [{ listing_id: stop.listing_id, reason: isOpen ? 'unreachable_alone' : 'closed_all_day' }]
  })
  const possible = placed.filter(({ stop, windows }) => hasPlace(stop) && windows.length > 0)
  const sorted = possible.toSorted((one, other) => compareStops(one.stop, other.stop))
  const warnings: PlanWarning[] = []
  const startNode = input.startPlace === undefined ? noNode : input.stops.length + (input.fixed?.length ?? 0)
  const endPlaceNode = input.stops.length + (input.fixed?.length ?? 0) + (startNode === noNode ? 0 : 1)
  const travel = input.matrix ?? estimateMatrix(placesOf(input))
  const fixedVisits = fixedOfDay(input)
  const day: DayProblem = {
    start: Math.min(input.start, ...fixedVisits.map(({ start }) => start)),
    end: Math.max(input.end, ...fixedVisits.map(({ end }) => end)),
    stops: sorted.map((entry) => problemStop(input, entry)),
    fixed: [],
    busy: mergeSpans(input.busy),
    lunch: null,
    startNode,
    endNode: input.endPlace === undefined ? noNode : endPlaceNode,
    seconds: travel.seconds,
    metres: travel.metres,
    approximateNodes: new Set(placesOf(input).flatMap((place, node) => (isApproximate(place) ? [node] : []))),
  }
  const givenOrder = possible.map((entry) => sorted.indexOf(entry))
  const withFixed = addFixedVisits(day, fixedVisits, input.order === 'given' ? givenOrder : null, warnings)
  const problem = addLunch(withFixed, input, warnings)
  const unplaced = placed
    .filter(({ stop }) => !hasPlace(stop) && stop.unplacedLast === true)
    .map((entry) => problemStop(input, { ...entry, node: noNode }))
  return { problem, givenOrder, unplaced, hopeless, warnings }
}

type PlacesOfDay = Pick<PlanInput, 'stops' | 'fixed' | 'startPlace' | 'endPlace'>

/** The places in the matrix's order: stops, fixed visits, start, end, then the end places of fixed visits that end elsewhere. Null if unknown. */
export function placesOf({ stops, fixed = [], startPlace, endPlace }: PlacesOfDay): (Place | null)[] {
  const ends = [startPlace, endPlace, ...fixed.map((visit) => visit.endPlace)].filter((place) => place !== undefined)
  return [...stops, ...fixed, ...ends].map(knownPlace)
}

type MaybePlace = Omit<Place, 'latitude' | 'longitude'> & { latitude: number | null; longitude: number | null }

function knownPlace({ latitude, longitude, uncertaintyMiles, home }: MaybePlace): Place | null {
  if (latitude === null || longitude === null) return null
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null
  return uncertaintyMiles ? { latitude, longitude, uncertaintyMiles, home } : { latitude, longitude }
}

/** Estimates the drives between all places, without a network and the same on every device. Drives from and to an unknown place are infinite. */
export function estimateMatrix(places: readonly (Place | null)[]): TravelMatrix {
  const drives = places.map((from, row) =>
    places.map((to, column) => {
      if (row === column) return { seconds: 0, metres: 0 }
      return from === null || to === null ? { seconds: Infinity, metres: Infinity } : estimateDrive(from, to)
    }),
  )
  return {
    seconds: drives.map((row) => row.map(({ seconds }) => seconds)),
    metres: drives.map((row) => row.map(({ metres }) => metres)),
  }
}

/** Returns the own visits in the tour's hours, and the nearest ones before and after, unless a start or end place replaces these two. */
function fixedOfDay({ start, end, stops, fixed = [], startPlace, endPlace }: PlanInput) {
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

type Placed = { stop: PlannedListing; node: number; windows: readonly Span[] }

function problemStop(input: PlanInput, { stop, node, windows }: Placed): ProblemStop {
  return {
    listing_id: stop.listing_id,
    node,
    windows,
    priority: stop.priority ?? 1,
    locked: stop.locked === true,
    seconds: (stop.minutes ?? input.minMinutes) * 60,
    maxSeconds: (stop.minutes ?? input.maxMinutes) * 60,
    isUnplaced: node === noNode,
  }
}

function hasPlace({ latitude, longitude }: PlannedListing): boolean {
  return Number.isFinite(latitude) && Number.isFinite(longitude)
}

/** Adds fixed visits. One that cannot be met after the earlier ones only blocks its time; it is ignored if even that makes an earlier one late. */
function addFixedVisits(
  day: DayProblem,
  fixedVisits: DayProblem['fixed'],
  order: readonly number[] | null,
  warnings: PlanWarning[],
): DayProblem {
  let problem = day
  for (const visit of fixedVisits) {
    const withVisit = { ...problem, fixed: [...problem.fixed, visit] }
    if (canBeMet(withVisit, order)) {
      problem = withVisit
      continue
    }
    const withBusyTime = { ...problem, busy: mergeSpans([...problem.busy, [visit.start, visit.end]]) }
    if (canBeMet(withBusyTime, order)) problem = withBusyTime
    if (!warnings.includes('fixed_visit_missed')) warnings.push('fixed_visit_missed')
  }
  return problem
}

/** Whether the agent can be on time for all fixed visits, directly or with homes between. `order`: the homes' given order; null if it is free. */
function canBeMet(problem: DayProblem, order: readonly number[] | null): boolean {
  const straight = problem.fixed.map((_, index): RouteVisit => ({ kind: 'fixed', index }))
  if (timeRoute(problem, straight) !== null) return true
  if (problem.stops.length > maxExactStops || !mayHomesHelp(problem)) return false
  const unlocked = { ...problem, stops: problem.stops.map((stop) => Object.assign({}, stop, { locked: false })) }
  return order === null ? searchVisitSets(unlocked) !== null : routeInOrder(unlocked, order, true) !== null
}

/** A quick test before the search. Homes on the way rarely help: two drives must be shorter than the direct one, or fit better between busy times. */
function mayHomesHelp(problem: DayProblem): boolean {
  const { fixed, stops, start, startNode } = problem
  return fixed.every(({ node, start: begin }, index) => {
    const before = fixed[index - 1]
    const [from, free] = before === undefined ? [startNode, start] : [before.endNode, before.end]
    const toHome = Math.min(...stops.map((stop) => driveSeconds(problem, from, stop.node) + stop.seconds))
    const fromHome = Math.min(...stops.map((stop) => driveSeconds(problem, stop.node, node)))
    return free + Math.min(driveSeconds(problem, from, node), toHome + fromHome) <= begin
  })
}

/** Adds lunch, or a warning if not even a day without stops has time for it. */
function addLunch(day: DayProblem, input: PlanInput, warnings: PlanWarning[]): DayProblem {
  const problem = { ...day, lunch: dueLunch(input) }
  if (problem.lunch === null || routeInOrder({ ...problem, stops: [] }, [], false) !== null) return problem
  warnings.push('lunch_impossible')
  return { ...problem, lunch: null }
}

/** Returns the lunch to plan; null if the day, or the hours set for lunch, are too short for it. */
function dueLunch({ start, end, lunch }: Pick<PlanInput, 'start' | 'end' | 'lunch'>): DayProblem['lunch'] {
  if (lunch === null || lunch.minutes <= 0) return null
  const open = Math.max(start, lunch.open)
  const close = Math.min(end, lunch.close)
  return close - open >= lunch.minutes * 60 ? { seconds: lunch.minutes * 60, open, close } : null
}
