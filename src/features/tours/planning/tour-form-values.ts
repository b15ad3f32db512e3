import * as v from 'valibot'
import { defaultTourPreferences, type TourPreferences, tourPreferencesSchema } from '#core/contract/tour-preferences.ts'
import { defaultTimesOfEditForm, newTourTimes } from '#core/contract/tour.ts'
import { inOrder, isUnplaced } from '#core/domain/tours/timed-stop.ts'
import { addDays, withoutSeconds } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { clientFormValue } from '#records/saving/commands.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { orderToText } from './chosen-homes.ts'
import { lengthsToText, type VisitLengths } from '#features/tours/timeline/visit-lengths.ts'

/** Values of the tour form; `chosen-homes.ts` and `visit-lengths.ts` encode the homes and lengths. */
export type TourFormValues = {
  client_email: string
  client: string
  tour_date: string
  start_time: string
  end_time: string
  selected_listings: string
  visit_lengths: string
  /** Homes that the agent has put last while their location is unknown; no drive to them is planned. Absent in drafts of earlier versions. */
  put_last: string
  /** New tours only: the planner sets the order of the homes. */
  is_intelligent?: boolean
  min_duration_per_property: string
  max_duration_per_property: string
  include_lunch_break: boolean
  lunch_duration: string
}

export const tourFormLabels: Record<keyof TourFormValues, string> = {
  client_email: 'Client Email',
  client: 'Client',
  tour_date: 'Tour Date',
  start_time: 'Preferred Start Time',
  end_time: 'Preferred End Time',
  selected_listings: 'Selected Listings',
  visit_lengths: 'Minutes per Home',
  put_last: 'Put Last',
  min_duration_per_property: 'Minimum Minutes per Property',
  max_duration_per_property: 'Maximum Minutes per Property',
  include_lunch_break: 'Include Lunch Break',
  lunch_duration: 'Lunch Minutes',
  is_intelligent: 'Intelligent Mode',
}

type NewTourStart = {
  date: string
  person: ClientRow | null
  copied: TourRow | null
}

/** Returns the initial values of a new tour, or of a copy of a tour; the copy of an upcoming tour is dated one day later. */
export function newTourValues({ date, person, copied }: NewTourStart): TourFormValues {
  if (copied !== null) {
    const isAhead = copied.status !== 'cancelled' && copied.tour_date >= date
    const tour_date = isAhead ? addDays(copied.tour_date, 1) : date
    return { ...tourToForm(copied), tour_date, is_intelligent: copied.planning !== 'given' }
  }
  return {
    client_email: person?.email ?? '',
    client: clientFormValue(person?.id ?? person?.key),
    tour_date: date,
    start_time: withoutSeconds(newTourTimes.start_time),
    end_time: withoutSeconds(newTourTimes.end_time),
    selected_listings: '[]',
    visit_lengths: '[]',
    put_last: '[]',
    is_intelligent: true,
    ...preferencesToForm(defaultTourPreferences),
  }
}

export function tourToForm(tour: TourRow): TourFormValues {
  return {
    client_email: tour.client_email,
    client: clientFormValue(tour.client),
    tour_date: tour.tour_date,
    start_time: withoutSeconds(tour.start_time || defaultTimesOfEditForm.start_time),
    end_time: withoutSeconds(tour.end_time || defaultTimesOfEditForm.end_time),
    selected_listings: orderToText(orderOfTour(tour)),
    visit_lengths: lengthsToText(lengthsOfTour(tour)),
    put_last: orderToText(putLastOfTour(tour)),
    ...preferencesToForm(preferencesOfTour(tour)),
  }
}

function preferencesToForm({ include_lunch_break, ...minutes }: TourPreferences) {
  return {
    min_duration_per_property: String(minutes.min_duration_per_property),
    max_duration_per_property: String(minutes.max_duration_per_property),
    include_lunch_break,
    lunch_duration: String(minutes.lunch_duration),
  }
}

function orderOfTour({ planning, selected_listings, stops }: TourRow): ListingId[] {
  if (planning === 'given') return selected_listings
  const orders = new Map(stops.map(({ listing_id, order }) => [listing_id, order]))
  return selected_listings.toSorted(
    (one, other) => (orders.get(one) ?? Infinity) - (orders.get(other) ?? Infinity) || 0,
  )
}

/** Returns the tour's preferences. Those that another server left out have their defaults. */
export function preferencesOfTour({ preferences }: Pick<TourRow, 'preferences'>): TourPreferences {
  const read = v.safeParse(tourPreferencesSchema, preferences ?? {})
  return read.success ? read.output : { ...defaultTourPreferences }
}

export function lengthsOfTour({ visit_lengths = [] }: Pick<TourRow, 'visit_lengths'>): VisitLengths {
  return visit_lengths.flatMap(({ listing_id, minutes }) => (listing_id === null ? [] : [{ listing_id, minutes }]))
}

/** Returns the homes put last without a drive because their location is unknown. */
export function putLastOfTour({ stops }: Pick<TourRow, 'stops'>): ListingId[] {
  return inOrder(stops).flatMap((stop) => (isUnplaced(stop) ? (stop.listing_id ?? []) : []))
}

export function preferencesOfForm(parsed: TourPreferences): TourPreferences {
  const { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration } = parsed
  return { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration }
}
