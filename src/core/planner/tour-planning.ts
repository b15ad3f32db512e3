import type { TourPreferences } from '../contract/tour-preferences.ts'
import type { TourPlanning, DroppedStop, TourPlan as WirePlan, TourStop } from '../contract/tour.ts'
import { metersPerMile, type Place, placeAfter, type VisitPlaces } from '#core/domain/travel/driving.ts'
import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { mergeSpans } from './day-problem.ts'
import type {
  FixedVisit,
  ListingId,
  PlanInput,
  PlannedLeg,
  PlannedStop,
  Span,
  TourPlan,
  TravelMatrix,
} from './plan-types.ts'

export type TouredListing = Pick<Place, 'uncertaintyMiles' | 'home'> & {
  id: ListingId
  address: string
  city: string
  latitude: number | null
  longitude: number | null
  /** When the listing cannot be visited, because another agent has a showing or open house there. */
  closed?: readonly Span[] | undefined
  /** True to put a listing without a location last, without a drive, instead of dropping it. */
  unplacedLast?: boolean | undefined
}

/** A day as the planner sees it: `busy` times without a place, in order, and `fixed` visits at known places. */
export type PlanningDay = { busy: readonly Span[]; fixed: readonly FixedVisit[] }

/** The length that the agent has set for the visit to a listing. */
export type VisitLength = { listing_id: ListingId | null; minutes: number }

export type TourPlanRequest = {
  start_time: string
  end_time: string
  preferences: TourPreferences
  listings: readonly TouredListing[]
  day: PlanningDay
  /** `given`: in the order of `listings`; `best`: in the planner's order. */
  planning: TourPlanning
  visit_lengths?: readonly VisitLength[] | undefined
  /** Drives by road between the places; without it, drives are estimated. */
  matrix?: TravelMatrix | undefined
}

const lunchOpens = 11 * 3600
const lunchCloses = 14 * 3600

/** Returns the planner's input for a tour. Device and server use the same function, so both get the same plan. */
export function planInputOf({
  start_time,
  end_time,
  preferences,
  listings,
  day,
  planning,
  visit_lengths = [],
  matrix,
}: TourPlanRequest): PlanInput {
  const lengths = new Map(visit_lengths.map(({ listing_id, minutes }) => [listing_id, minutes]))
  const { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration } = preferences
  return {
    start: secondsOfDay(start_time),
    end: secondsOfDay(end_time),
    stops: listings.map(
      ({ id, address, city, latitude, longitude, uncertaintyMiles, home, unplacedLast, closed = [] }) => ({
        listing_id: id,
        name: `${address}, ${city}`,
        latitude,
        longitude,
        ...(uncertaintyMiles ? { uncertaintyMiles, home } : {}),
        ...(unplacedLast === true && latitude === null ? { unplacedLast } : {}),
        ...(lengths.has(id) ? { minutes: lengths.get(id) } : {}),
        ...(closed.length === 0 ? {} : { windows: openSpans(closed) }),
      }),
    ),
    minMinutes: min_duration_per_property,
    maxMinutes: max_duration_per_property,
    lunch: include_lunch_break ? { minutes: lunch_duration, open: lunchOpens, close: lunchCloses } : null,
    busy: day.busy,
    fixed: day.fixed,
    order: planning,
    ...(matrix === undefined ? {} : { matrix }),
  }
}

const wholeDay = 24 * 3600

function openSpans(closed: readonly Span[]): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const [start, end] of closed.toSorted(([one], [other]) => one - other)) {
    if (start > from) spans.push([from, start])
    from = Math.max(from, end)
  }
  if (from < wholeDay) spans.push([from, wholeDay])
  return spans
}

/** A stop or dropped listing on the device, where `listing_id` is a local key if the listing has no server id yet. */
type Here<Stop> = Omit<Stop, 'listing_id'> & { listing_id: ListingId }
export type LocalTourPlan = Omit<WirePlan, 'stops' | 'dropped'> & {
  stops: Here<TourStop>[]
  dropped: Here<DroppedStop>[]
}

/** A stop of the previous plan, whose `stop_id` is used again. */
type PreviousStop = { listing_id?: ListingId | null | undefined; stop_id?: string | undefined }

/** Converts a plan to the fields of a tour. Stops that were in the tour before (`previousStops`) retain their `stop_id`. */
export function wirePlanOf(
  plan: TourPlan,
  listings: readonly TouredListing[],
  previousStops: readonly PreviousStop[] = [],
): LocalTourPlan {
  const listingsById = new Map(listings.map((listing) => [listing.id, listing]))
  const stopIds = new Map(previousStops.map(({ listing_id, stop_id }) => [listing_id, stop_id]))
  const legs = new Map(plan.legs.map((leg) => [leg.to, leg]))
  return {
    stops: plan.stops.map((stop) => {
      const listing = listingsById.get(stop.listing_id)
      return {
        ...timesOf(stop),
        order: stop.order,
        stop_id: stopIds.get(stop.listing_id) ?? stopIdOf(stop.listing_id),
        listing_id: stop.listing_id,
        listing_address: listing?.address ?? '',
        listing_city: listing?.city ?? '',
        latitude: listing?.latitude ?? null,
        longitude: listing?.longitude ?? null,
        is_approximate: isApproximate(listing),
        uncertainty_miles: listing?.uncertaintyMiles || null,
        ...driveOf(stop.is_unplaced === true ? undefined : legs.get(stop.listing_id)),
      }
    }),
    lunch: plan.lunch && { start_time: timeOfSeconds(plan.lunch[0]), end_time: timeOfSeconds(plan.lunch[1]) },
    dropped: plan.dropped.map(({ listing_id, reason, missing_minutes, is_approximate = false }) => ({
      listing_id,
      listing_address: listingsById.get(listing_id)?.address ?? '',
      reason,
      missing_minutes: missing_minutes ?? null,
      is_approximate,
    })),
    total_distance: plan.total_distance,
    estimated_duration: plan.estimated_duration,
  }
}

function timesOf({ arrival, start, departure }: PlannedStop) {
  return {
    duration_minutes: Math.round((departure - start) / 60),
    estimated_arrival: timeOfSeconds(arrival),
    estimated_departure: timeOfSeconds(departure),
  }
}

function driveOf(leg: PlannedLeg | undefined) {
  if (leg === undefined || leg.seconds === 0) return { drive_minutes: null, drive_miles: null }
  return { drive_minutes: Math.ceil(leg.seconds / 60), drive_miles: Math.round((leg.metres / metersPerMile) * 10) / 10 }
}

/** The id of a new stop. The key of an unsent listing loses its prefix, because local keys never leave the device. */
function stopIdOf(listingId: ListingId): string {
  return String(listingId).replace(/^local-/, '')
}

type Hours = { start_time: string; end_time: string }

/** An event of the agent on the day. Without a place, it takes time, but no drive to it is planned. */
export type Engagement = Hours &
  VisitPlaces & {
    /** Unique on the day, such as `showing 12`. */
    key: string
  }

/** Returns the agent's day. Each other tour is one event, which includes the engagements within its hours. */
export function planningDay(engagements: readonly Engagement[], otherTours: readonly Engagement[]): PlanningDay {
  const day = [...engagementsOutsideTours(engagements, otherTours), ...otherTours]
  const visits = new Map(day.map((one) => [one, fixedVisit(one)]))
  return {
    busy: inOrder(day.filter((one) => visits.get(one) === null).map(spanOf)),
    fixed: [...visits.values()].filter((visit) => visit !== null).toSorted(byTime),
  }
}

function fixedVisit(engagement: Engagement): (FixedVisit & { id: string }) | null {
  const { key, place } = engagement
  const endPlace = placeAfter(engagement)
  if (place === null || endPlace === null) return null
  const [start, end] = spanOf(engagement)
  return { id: key, ...place, start, end, ...(endPlace === place ? {} : { endPlace }) }
}

/** Returns the engagements outside other tours; those within a tour are already part of its plan. */
export function engagementsOutsideTours<One extends Hours>(
  engagements: readonly One[],
  tours: readonly Hours[],
): One[] {
  const tourSpans = tours.map(spanOf)
  return engagements.filter((one) => !tourSpans.some((tour) => isWithin(spanOf(one), tour)))
}

export function takesAgentsTime({ status }: { status: string }): boolean {
  return status === 'scheduled' || status === 'in_progress'
}

function isWithin([from, to]: Span, [start, end]: Span): boolean {
  return start <= from && to <= end
}

function spanOf({ start_time, end_time }: Hours): Span {
  return [secondsOfDay(start_time), secondsOfDay(end_time)]
}

function inOrder(spans: Span[]): Span[] {
  return spans
    .filter(([from, to]) => to > from)
    .toSorted(([one, oneEnd], [other, otherEnd]) => one - other || oneEnd - otherEnd)
}

function byTime(
  one: { start: number; end: number; id: string },
  other: { start: number; end: number; id: string },
): number {
  return one.start - other.start || one.end - other.end || (one.id < other.id ? -1 : 1)
}

export type Availability = {
  slot_count: number
  /** Whole minutes. */
  longest_slot: number
  /** Integer seconds of the local day, ascending. */
  available_slots: { start_time: number; end_time: number }[]
}

/** Returns the free slots that are long enough for one visit. Lunch is not subtracted. */
export function availability(input: Pick<PlanInput, 'start' | 'end' | 'busy' | 'fixed' | 'minMinutes'>): Availability {
  const taken = [...input.busy, ...(input.fixed ?? []).map(({ start, end }) => [start, end] as const)]
  const slots = freeSpans([input.start, input.end], taken).filter(([from, to]) => to - from >= input.minMinutes * 60)
  return {
    slot_count: slots.length,
    longest_slot: Math.floor(Math.max(0, ...slots.map(([from, to]) => to - from)) / 60),
    available_slots: slots.map(([start_time, end_time]) => ({ start_time, end_time })),
  }
}

function freeSpans(whole: Span, taken: readonly Span[]): Span[] {
  const free: Span[] = []
  let from = whole[0]
  for (const [takenFrom, takenTo] of mergeSpans(taken)) {
    if (takenFrom > from) free.push([from, Math.min(takenFrom, whole[1])])
    from = Math.max(from, takenTo)
    if (from >= whole[1]) break
  }
  if (from < whole[1]) free.push([from, whole[1]])
  return free.filter(([start, end]) => end > start)
}
