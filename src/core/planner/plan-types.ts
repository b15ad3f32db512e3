import type { Place } from '#core/domain/travel/driving.ts'

/** A span of the local day in integer seconds, the end not included. */
export type Span = readonly [from: number, to: number]

/** The server's id, or the key of a listing that has none yet. */
export type ListingId = number | string

export type PlannedListing = Pick<Place, 'uncertaintyMiles' | 'home'> & {
  listing_id: ListingId
  /** Decides between equal plans, before the id: the address, which device and server know alike, while ids differ. */
  name?: string | undefined
  /** Null when its location is unknown; such a stop is dropped with the reason `no_location`. */
  latitude: number | null
  longitude: number | null
  /** When the home can be seen; the whole day when not said. A visit lies wholly in one of them. */
  windows?: readonly Span[] | undefined
  priority?: number | undefined
  /** How long the visit is, where the agent has said so; else from `minMinutes` to `maxMinutes`. */
  minutes?: number | undefined
  /** Never dropped. */
  locked?: boolean | undefined
  /** Without a location it is not dropped, but put last, without a drive. */
  unplacedLast?: boolean | undefined
}

/** One of the agent's own showings, open houses or other tours: to be met on time, at its place. */
export type FixedVisit = Place & {
  id: number | string
  start: number
  end: number
  /** Where it ends, when that is elsewhere: at the last door of another tour. */
  endPlace?: Place | undefined
}

/** What every drive costs; rows are where it begins. An entry that is not a finite number says that no road leads there. */
export type TravelMatrix = {
  seconds: readonly (readonly number[])[]
  metres: readonly (readonly number[])[]
}

type LunchWish = { minutes: number; open: number; close: number }

export type PlanInput = {
  /** Integer seconds of the local day, like all times here: 09:00 is 32400. */
  start: number
  end: number
  stops: readonly PlannedListing[]
  minMinutes: number
  maxMinutes: number
  lunch: LunchWish | null
  /** The agent's appointments, in any order. */
  busy: readonly Span[]
  fixed?: readonly FixedVisit[] | undefined
  startPlace?: Place | undefined
  endPlace?: Place | undefined
  /** `given`: the order of `stops` is kept. */
  order?: 'best' | 'given' | undefined
  /** Rows and columns are those of `placesOf`. Estimated when left out. */
  matrix?: TravelMatrix | undefined
  /** For the search above 15 stops. */
  iterations?: number | undefined
}

/**
 * `order` counts from 1; `arrival` ≤ `start` (waiting) < `departure`. `is_unplaced`: it has no location, so no drive to it is
 * planned; absent where it has.
 */
export type PlannedStop = {
  listing_id: ListingId
  order: number
  arrival: number
  start: number
  departure: number
  is_unplaced?: true
}

/** A drive to a listing, to a fixed visit or to the `end` place. Without a start place or an own visit before it the first one takes no time. */
export type PlannedLeg = {
  to: ListingId
  depart: number
  arrive: number
  seconds: number
  metres: number
  /** It begins or ends at an approximate place. Absent where it does not. */
  is_approximate?: true
}

/** Why a stop does not fit, tested in this order. */
type DropReason = 'no_location' | 'closed_all_day' | 'unreachable_alone' | 'lunch' | 'busy' | 'not_enough_time'

/**
 * `missing_minutes` comes with `not_enough_time`: how much longer the day would have to be. `is_approximate`: they include
 * a drive that begins or ends at an approximate place. Absent where they do not.
 */
export type DroppedStop = { listing_id: ListingId; reason: DropReason; missing_minutes?: number; is_approximate?: true }

/** `fixed_visit_missed`: the agent's own visits contradict each other; the time is kept free, the drive is not planned. */
export type PlanWarning = 'lunch_impossible' | 'fixed_visit_missed'

/** What a route costs. */
export type RouteCost = {
  /** The tour's own way, from home to home, with the drives from the start place and to the end place. */
  total_distance: number
  total_distance_km: number
  /** Minutes from first arrival to last departure, lunch and waits included. */
  estimated_duration: number
  /** A drive of that way begins or ends at an approximate place. Absent where none does. */
  is_approximate?: true
  /** All driving, to and from the agent's own visits included. */
  drive_seconds: number
  drive_metres: number
}

export type TourPlan = RouteCost & {
  stops: PlannedStop[]
  legs: PlannedLeg[]
  lunch: [from: number, to: number] | null
  /** 0–100: the share of tour time spent inside homes; null with no stop. */
  efficiency_score: number | null
  dropped: DroppedStop[]
  warnings: PlanWarning[]
  proven_optimal: boolean
  /** True when no stop was dropped. */
  complete: boolean
  /** With a given order: the order that the planner would choose instead, where it knows a better one. */
  better_order: (RouteCost & { listing_ids: ListingId[] }) | null
}

/** A locked stop cannot be met, whatever is dropped. */
export class PlanContradiction extends Error {
  override readonly name = 'PlanContradiction'
  readonly listingIds: ListingId[]
  constructor(listingIds: ListingId[]) {
    super(`Locked stops cannot all be visited: ${listingIds.join(', ')}`)
    this.listingIds = listingIds
  }
}

/** Numbers by value, before texts by their code units: the same order on every machine. */
export function compareIds(one: number | string, other: number | string): number {
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0
  return typeof one === 'number' ? -1 : 1
}

/** Work that can be left between two steps: a thread that plans hears nothing else until it pauses. */
export type Steps<Result> = Generator<void, Result, void>

/** The result of work that is not left. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
