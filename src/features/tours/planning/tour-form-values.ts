import * as v from 'valibot'
import { emailAddress } from '#core/contract/fields.ts'
import { defaultTourPreferences, type TourPreferences, tourPreferencesSchema } from '#core/contract/tour-preferences.ts'
import { editedTourTimes, enterClientEmail } from '#core/contract/tour.ts'
import { inOrder, isUnplaced } from '#core/domain/tours/timed-stop.ts'
import { withoutSeconds } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'
import { pickOf } from '#records/saving/person-of-record.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { orderToText, textToOrder } from './listing-order.ts'
import { lengthsToText, type VisitLengths } from '#features/tours/timeline/visit-lengths.ts'

/** What both forms of a tour hold; `selected_listings` and `put_last` are texts of `listing-order.ts`, `visit_lengths` of `visit-lengths.ts`. */
export type TourFormValues = {
  client_email: string
  client: string
  tour_date: string
  start_time: string
  end_time: string
  selected_listings: string
  visit_lengths: string
  /** Homes that are put last without a drive while their location is unknown. A draft of an earlier version has none. */
  put_last: string
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
}

export function tourToForm(tour: TourRow): TourFormValues {
  const preferences = preferencesOfTour(tour)
  return {
    client_email: tour.client_email,
    client: pickOf(tour.client),
    tour_date: tour.tour_date,
    start_time: withoutSeconds(tour.start_time || editedTourTimes.start_time),
    end_time: withoutSeconds(tour.end_time || editedTourTimes.end_time),
    selected_listings: orderToText(orderOfTour(tour)),
    visit_lengths: lengthsToText(lengthsOfTour(tour)),
    put_last: orderToText(putLastOfTour(tour)),
    min_duration_per_property: String(preferences.min_duration_per_property),
    max_duration_per_property: String(preferences.max_duration_per_property),
    include_lunch_break: preferences.include_lunch_break,
    lunch_duration: String(preferences.lunch_duration),
  }
}

/** In which its homes are visited, as far as that is known: an order that the planner sets is the one of the stops. */
function orderOfTour({ planning, selected_listings, stops }: TourRow): ListingId[] {
  if (planning === 'given') return selected_listings
  const orders = new Map(stops.map(({ listing_id, order }) => [listing_id, order]))
  return selected_listings.toSorted(
    (one, other) => (orders.get(one) ?? Infinity) - (orders.get(other) ?? Infinity) || 0,
  )
}

/** What another server may have left out stands for the usual. */
export function preferencesOfTour({ preferences }: Pick<TourRow, 'preferences'>): TourPreferences {
  const read = v.safeParse(tourPreferencesSchema, preferences ?? {})
  return read.success ? read.output : { ...defaultTourPreferences }
}

/** How long its homes are visited, where the agent has said so. */
export function lengthsOfTour({ visit_lengths = [] }: Pick<TourRow, 'visit_lengths'>): VisitLengths {
  return visit_lengths.flatMap(({ listing_id, minutes }) => (listing_id === null ? [] : [{ listing_id, minutes }]))
}

/** Its homes that were put last without a drive, because their location is unknown. */
export function putLastOfTour({ stops }: Pick<TourRow, 'stops'>): ListingId[] {
  return inOrder(stops).flatMap((stop) => (isUnplaced(stop) ? (stop.listing_id ?? []) : []))
}

/** The homes of a plan, with those marked that are put last where their location is unknown. */
export function withPutLast<Listing extends TouredListing>(
  listings: readonly Listing[],
  putLast: readonly ListingId[],
): Listing[] {
  return listings.map((listing) =>
    putLast.includes(listing.id) && listing.latitude === null ? { ...listing, unplacedLast: true } : listing,
  )
}

/** In both forms. */
export const putLastField = v.pipe(v.optional(v.string(), '[]'), v.transform(textToOrder))

/** What is planned and saved of a parsed form. */
export function preferencesOfForm(parsed: TourPreferences): TourPreferences {
  const { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration } = parsed
  return { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration }
}

/** Who the tour is for; its plan does not depend on it. */
export const tourClientSchema = v.object({
  client_email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(enterClientEmail),
    v.pipe(v.string(), emailAddress(tourFormLabels.client_email)),
  ),
  client: v.string(),
})

type VisitLimits = Pick<TourPreferences, 'min_duration_per_property' | 'max_duration_per_property'>

/** The longest visit is not below the shortest, said at the longest, also while other fields are still wrong. */
export function longestIsNotBelowShortest<Fields extends VisitLimits>() {
  return v.rawCheck<Fields>(({ dataset, addIssue }) => {
    const { min_duration_per_property: least, max_duration_per_property: most } = dataset.value as Partial<Fields>
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return
    const input = dataset.value as Fields
    addIssue({
      message: `${tourFormLabels.max_duration_per_property} must not be less than the minimum.`,
      path: [{ type: 'object', origin: 'value', input, key: 'max_duration_per_property', value: most }],
    })
  })
}
