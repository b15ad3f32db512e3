import { inOrder, isUnplaced, stopName, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { isRoughWay } from '#core/domain/tours/tour-words.ts'
import { secondsOfDay } from '#core/domain/time/seconds-of-day.ts'
import type { DroppedStop } from '#core/planner/plan-types.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { TourRow } from '#storage/database/rows.ts'
import type { VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import type { ShownPlan } from '../planning/plan-words.ts'
import { lengthsOfTour, preferencesOfForm, preferencesOfTour, putLastOfTour } from '../planning/tour-form-values.ts'
import type { TourPlanInput } from './tour-form-schema.ts'
import { choiceOf, lengthsFrom } from './tour-wish.ts'

/** What of the parsed form a plan depends on is as it was: the plan stays, too. */
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

/** A length that was changed and changed back stands last among them, and means the same. */
function byHome(lengths: VisitLengths): Record<string, number> {
  return Object.fromEntries(lengths.map(({ listing_id, minutes }) => [listing_id, minutes]))
}

/** The plan that a tour has; null where its stops have no times, or its way no length. */
export function planOfTour({ stops, lunch, dropped = [], total_distance }: TourRow): ShownPlan | null {
  const timed = inOrder(stops).flatMap((stop, index): ShownPlan['stops'] => {
    const { listing_id, listing_address, estimated_arrival, estimated_departure } = stop
    const begins = visitBegins(stop)
    if (!begins || !estimated_arrival || !estimated_departure) return []
    const [arrival, start, departure] = [estimated_arrival, begins, estimated_departure].map(secondsOfDay)
    if (arrival === undefined || start === undefined || departure === undefined) return []
    const mark = isUnplaced(stop) ? { is_unplaced: true as const } : {}
    const name = { listing_id: listing_id ?? stopName(stop), address: listing_address }
    return [{ ...name, order: index + 1, arrival, start, departure, ...mark }]
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
    ...(isRoughWay(stops) ? { is_approximate: true } : {}),
  }
}
