import type { TourPlanning } from '#core/contract/tour.ts'
import { secondsOfDay, type Moment } from '#core/domain/time/wall-clock.ts'
import { plannedStart } from '#core/domain/tours/tour-hours.ts'
import type { ListingId, DroppedStop } from '#core/planner/plan-types.ts'
import type { PlanningDay, TouredListing, TourPlanRequest } from '#core/planner/tour-planning.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { lengthsOf, type VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import { preferencesOfForm, lengthsOfTour, preferencesOfTour, putLastOfTour } from '../planning/tour-form-values.ts'
import type { TourPlanInput } from './tour-form-schema.ts'
import { inOrder, isUnplaced, stopKey, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { hasApproximateStop } from '#core/domain/tours/tour-labels.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { ShownPlan } from '#features/tours/planning/plan-labels.ts'

type Choice = { planning: TourPlanning; selected_listings: ListingId[] }

type ChosenOrder = Pick<TourPlanInput, 'selected_listings' | 'is_intelligent' | 'is_reordered'>

/** Returns the homes in order, and who orders them: once the agent has moved a home of a saved tour, the agent does (`given`; reading R30). */
export function choiceOf(tour: TourRow | null, { selected_listings: order, ...parsed }: ChosenOrder): Choice {
  if (tour === null) return { planning: parsed.is_intelligent === true ? 'best' : 'given', selected_listings: order }
  const { selected_listings: chosen, planning = 'best' } = tour
  if (parsed.is_reordered) return { planning: 'given', selected_listings: order }
  const added = order.filter((id) => !chosen.includes(id))
  return { planning, selected_listings: [...chosen.filter((id) => order.includes(id)), ...added] }
}

/** Returns the visit lengths that the agent has set, without those of homes that are no longer chosen. */
export function lengthsFrom({ visit_lengths, selected_listings }: TourPlanInput): VisitLengths {
  return lengthsOf(visit_lengths, selected_listings)
}

/** `homes`: those that can be visited, with locations and the hours when each is closed. Plans a tour of today from `now`, unless it has begun. */
export function createPlanRequest(
  tour: TourRow | null,
  parsed: TourPlanInput,
  homes: readonly TouredListing[],
  { day, now }: { day: PlanningDay; now: Moment },
): TourPlanRequest {
  const { planning, selected_listings } = choiceOf(tour, parsed)
  const known = new Map(homes.map((home) => [home.id, home]))
  return {
    start_time: tour === null || tour.status === 'scheduled' ? plannedStart(parsed, now) : parsed.start_time,
    end_time: parsed.end_time,
    preferences: preferencesOfForm(parsed),
    listings: withPutLast(
      selected_listings.flatMap((id) => known.get(id) ?? []),
      parsed.put_last,
    ),
    day: { busy: day.busy, fixed: day.fixed },
    planning,
    visit_lengths: lengthsFrom(parsed),
  }
}

/** Marks the homes without a location that the agent has put last, so that the planner does not drop them. */
function withPutLast<Listing extends TouredListing>(
  listings: readonly Listing[],
  putLast: readonly ListingId[],
): Listing[] {
  return listings.map((listing) =>
    putLast.includes(listing.id) && listing.latitude === null ? { ...listing, unplacedLast: true } : listing,
  )
}

/** Whether the form has the values with which the tour's stored plan was made, so that the plan still fits. */
export function isSamePlan(tour: TourRow, parsed: TourPlanInput): boolean {
  return (
    parsed.tour_date === tour.tour_date &&
    parsed.start_time === tour.start_time &&
    parsed.end_time === tour.end_time &&
    isSameChoice(tour, parsed) &&
    isSamePreferences(tour, parsed) &&
    isSameLengths(tour, parsed) &&
    isSamePutLast(tour, parsed)
  )
}

function isSamePutLast(tour: TourRow, { put_last }: TourPlanInput): boolean {
  const before = putLastOfTour(tour)
  return put_last.length === before.length && put_last.every((id) => before.includes(id))
}

function isSameChoice(tour: TourRow, parsed: TourPlanInput): boolean {
  const { planning, selected_listings } = choiceOf(tour, parsed)
  return planning === (tour.planning ?? 'best') && isSameValue(selected_listings, tour.selected_listings)
}

export function isSamePreferences(tour: TourRow, parsed: TourPlanInput): boolean {
  return isSameValue(preferencesOfForm(parsed), preferencesOfTour(tour))
}

export function isSameLengths(tour: TourRow, parsed: TourPlanInput): boolean {
  return isSameValue(byHome(lengthsFrom(parsed)), byHome(lengthsOfTour(tour)))
}

/** Returns the lengths by home, to compare them in any order: a length that was changed and then restored has moved to the end of the list. */
function byHome(lengths: VisitLengths): Record<string, number> {
  return Object.fromEntries(lengths.map(({ listing_id, minutes }) => [listing_id, minutes]))
}

/** Returns a tour's stored plan; null if a stop has no times or the distance is unknown. */
export function planOfTour({ stops, lunch, dropped = [], total_distance }: TourRow): ShownPlan | null {
  const timed = inOrder(stops).flatMap((stop, index): ShownPlan['stops'] => {
    const { listing_id, listing_address, estimated_arrival, estimated_departure } = stop
    const begins = visitBegins(stop)
    if (!begins || !estimated_arrival || !estimated_departure) return []
    const [arrival, start, departure] = [estimated_arrival, begins, estimated_departure].map(secondsOfDay)
    if (arrival === undefined || start === undefined || departure === undefined) return []
    const mark = isUnplaced(stop) ? { is_unplaced: true as const } : {}
    const home = { listing_id: listing_id ?? stopKey(stop), address: listing_address }
    return [{ ...home, order: index + 1, arrival, start, departure, ...mark }]
  })
  if (timed.length < stops.length || typeof total_distance !== 'number') return null
  return {
    stops: timed,
    legs: inOrder(stops).flatMap(({ drive_minutes }, index) => {
      const stop = timed[index]
      if (stop === undefined || typeof drive_minutes !== 'number') return []
      const seconds = drive_minutes * 60
      return [{ to: stop.listing_id, depart: stop.arrival - seconds, arrive: stop.arrival, seconds, metres: 0 }]
    }),
    lunch: lunch ? [secondsOfDay(lunch.start_time), secondsOfDay(lunch.end_time)] : null,
    dropped: dropped.flatMap(({ listing_id, reason, missing_minutes, is_approximate }) =>
      listing_id === null ? [] : [{ listing_id, reason, missing_minutes, is_approximate } as DroppedStop],
    ),
    total_distance,
    ...(hasApproximateStop(stops) ? { is_approximate: true } : {}),
  }
}
