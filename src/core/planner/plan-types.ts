import type { Place } from '#core/domain/travel/driving.ts'

/** Seconds of the local day; `to` is not included. */
export type Span = readonly [from: number, to: number]

/** The server's id, or the local key of a listing without one. */
export type ListingId = number | string

export type PlannedListing = Pick<Place, 'uncertaintyMiles' | 'home'> & {
  listing_id: ListingId
  /** The address. It decides between equally good plans before the id does, because device and server may have different ids. */
  name?: string | undefined
  /** Null if unknown; such a stop is dropped with the reason `no_location`. */
  latitude: number | null
  longitude: number | null
  /** When the home can be visited; the whole day if absent. A visit must fit into one window. */
  windows?: readonly Span[] | undefined
  /** If not all stops fit, those with the highest total priority stay; 1 by default. */
  priority?: number | undefined
  /** Length of the visit, if the agent set it; otherwise the planner chooses one between `minMinutes` and `maxMinutes`. */
  minutes?: number | undefined
  /** True if the stop must not be dropped; if the locked stops do not fit, the planner throws `PlanContradiction`. */
  locked?: boolean | undefined
  /** True to put a stop without a location last, without a drive, instead of dropping it. */
  unplacedLast?: boolean | undefined
}

/** An own visit: a showing, open house or other tour of the agent at a known place, where the agent must be on time. */
export type FixedVisit = Place & {
  id: number | string
  start: number
  end: number
  /** Where the visit ends, if at another place: another tour ends at its last stop. */
  endPlace?: Place | undefined
}

/** Rows are origins, columns destinations. An entry that is not finite means that no road leads there. */
export type TravelMatrix = {
  seconds: readonly (readonly number[])[]
  metres: readonly (readonly number[])[]
}

/** Lunch is `minutes` long, at any time between `open` and `close`. */
type LunchWish = { minutes: number; open: number; close: number }

export type PlanInput = {
  /** The tour's hours. All times are integer seconds of the local day: 09:00 is 32400. */
  start: number
  end: number
  stops: readonly PlannedListing[]
  /** Limits of a visit's length, except for visits whose length the agent has set (`minutes`). */
  minMinutes: number
  maxMinutes: number
  lunch: LunchWish | null
  /** Other events of the agent without a known place. */
  busy: readonly Span[]
  fixed?: readonly FixedVisit[] | undefined
  /** Where the first drive begins and the last one ends. Without them, the route begins and ends at an own visit or a home. */
  startPlace?: Place | undefined
  endPlace?: Place | undefined
  /** `given` preserves the order of `stops`. */
  order?: 'best' | 'given' | undefined
  /** The drives between the places, in the order of `placesOf`; estimated if absent. */
  matrix?: TravelMatrix | undefined
  /** The number of search rounds if there are too many stops for an exact search; by default, it depends on the number of stops. */
  iterations?: number | undefined
}

/** `order` counts from 1; `arrival` ≤ `start` of the visit < `departure`. `is_unplaced`: the location is unknown, so no drive is planned. */
export type PlannedStop = {
  listing_id: ListingId
  order: number
  arrival: number
  start: number
  departure: number
  is_unplaced?: true
}

/** A drive to a stop, own visit or the end place (`end`). The first one takes no time unless it begins at a start place or an own visit. */
export type PlannedLeg = {
  to: ListingId
  depart: number
  arrive: number
  seconds: number
  metres: number
  is_approximate?: true
}

/** The reasons, in the order in which the planner tests them; the first one that applies is reported. */
type DropReason = 'no_location' | 'closed_all_day' | 'unreachable_alone' | 'lunch' | 'busy' | 'not_enough_time'

/** `missing_minutes`: how much longer the tour's hours would have to be. `is_approximate`: these minutes include an approximate drive. */
export type DroppedStop = { listing_id: ListingId; reason: DropReason; missing_minutes?: number; is_approximate?: true }

/** `fixed_visit_missed`: the agent cannot be on time for all own visits. No drive to a missed one is planned; its time stays free if possible. */
export type PlanWarning = 'lunch_impossible' | 'fixed_visit_missed'

export type RouteCost = {
  /** In miles, without drives to and from the agent's own visits. */
  total_distance: number
  total_distance_km: number
  /** In minutes, including lunch and waits. */
  estimated_duration: number
  is_approximate?: true
  /** All drives, also those to and from the agent's own visits. */
  drive_seconds: number
  drive_metres: number
}

export type TourPlan = RouteCost & {
  stops: PlannedStop[]
  legs: PlannedLeg[]
  lunch: [from: number, to: number] | null
  /** 0–100: the share of the tour spent inside homes; null if there are no stops. */
  efficiency_score: number | null
  dropped: DroppedStop[]
  warnings: PlanWarning[]
  proven_optimal: boolean
  /** True if no stop was dropped. */
  complete: boolean
  /** With a given order: the better order that the planner found, if any. */
  better_order: (RouteCost & { listing_ids: ListingId[] }) | null
}

export class PlanContradiction extends Error {
  override readonly name = 'PlanContradiction'
  readonly listingIds: ListingId[]
  constructor(listingIds: ListingId[]) {
    super(`Locked stops cannot all be visited: ${listingIds.join(', ')}`)
    this.listingIds = listingIds
  }
}

/** Compares two ids: numbers by value, then texts by code units, so that the order is the same on every machine. */
export function compareIds(one: number | string, other: number | string): number {
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0
  return typeof one === 'number' ? -1 : 1
}

/** Work that can pause at each `yield`: a planning thread receives no messages, such as a cancellation, until it pauses. */
export type PausableWork<Result> = Generator<void, Result, void>

export function runToEnd<Result>(steps: PausableWork<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
