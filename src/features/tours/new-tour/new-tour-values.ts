import * as v from 'valibot'
import { plainDate, plainTime } from '#core/contract/fields.ts'
import { mostStops } from '#core/contract/tour-plan.ts'
import { defaultTourPreferences, tourPreferencesSchema } from '#core/contract/tour-preferences.ts'
import { newTourTimes, selectAListing } from '#core/contract/tour.ts'
import { endsAfterStart } from '#core/contract/visit-times.ts'
import { addDays, withoutSeconds } from '#core/domain/time/wall-clock.ts'
import { pickOf } from '#records/saving/person-of-record.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { textToOrder } from '../planning/listing-order.ts'
import {
  longestIsNotBelowShortest,
  putLastField,
  tourClientSchema,
  tourFormLabels,
  type TourFormValues,
  tourToForm,
} from '../planning/tour-form-values.ts'
import { textToLengths } from '#features/tours/timeline/visit-lengths.ts'

/** What the page that makes a tour holds. */
export type NewTourValues = TourFormValues & { is_intelligent: boolean }

const { tour_date, start_time, end_time, ...otherLabels } = tourFormLabels

/** In the order of the page. */
export const newTourLabels: Record<keyof NewTourValues, string> = {
  tour_date,
  start_time,
  end_time,
  ...otherLabels,
  is_intelligent: 'Intelligent Mode',
}

/** Another tour like one that there is: on `date`, or on the day after a tour that is on that day or later. */
export function likeTour(tour: TourRow, date: string): NewTourValues {
  const isAhead = tour.status !== 'cancelled' && tour.tour_date >= date
  const tour_date = isAhead ? addDays(tour.tour_date, 1) : date
  return { ...tourToForm(tour), tour_date, is_intelligent: tour.planning !== 'given' }
}

export function emptyTour(date: string, person: ClientRow | null): NewTourValues {
  return {
    tour_date: date,
    start_time: withoutSeconds(newTourTimes.start_time),
    end_time: withoutSeconds(newTourTimes.end_time),
    client_email: person?.email ?? '',
    client: pickOf(person?.id ?? person?.key),
    selected_listings: '[]',
    visit_lengths: '[]',
    put_last: '[]',
    is_intelligent: true,
    min_duration_per_property: String(defaultTourPreferences.min_duration_per_property),
    max_duration_per_property: String(defaultTourPreferences.max_duration_per_property),
    include_lunch_break: defaultTourPreferences.include_lunch_break,
    lunch_duration: String(defaultTourPreferences.lunch_duration),
  }
}

/** A blank time stands for the page's own. */
function timeOr(fallback: string) {
  return v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => fallback),
      ),
      plainTime,
    ],
    'Enter a time.',
  )
}

const plannedFields = v.object({
  tour_date: plainDate,
  start_time: timeOr(newTourTimes.start_time),
  end_time: timeOr(newTourTimes.end_time),
  selected_listings: v.pipe(
    v.string(),
    v.transform(textToOrder),
    v.minLength(1, selectAListing),
    v.maxLength(mostStops, `A tour has at most ${mostStops} listings.`),
  ),
  visit_lengths: v.pipe(v.string(), v.transform(textToLengths)),
  put_last: putLastField,
  is_intelligent: v.boolean(),
  ...tourPreferencesSchema.pipe[0].entries,
})

type PlannedFields = v.InferOutput<typeof plannedFields>

/** What the plan of a new tour depends on. */
export const newTourPlanSchema = v.pipe(
  v.unknown(),
  v.transform(withoutHiddenFields),
  plannedFields,
  endsAfterStart<PlannedFields>(newTourLabels),
  longestIsNotBelowShortest<PlannedFields>(),
)

/** What the page that makes a tour must hold. */
export const newTourFormSchema = v.intersect([tourClientSchema, newTourPlanSchema])

/** What is left in a field that is not on the page cannot be wrong. */
function withoutHiddenFields(typed: unknown): unknown {
  const values = typed as NewTourValues
  const { min_duration_per_property, max_duration_per_property, lunch_duration } = defaultTourPreferences
  return {
    ...values,
    ...(values.is_intelligent ? {} : { min_duration_per_property, max_duration_per_property }),
    ...(values.include_lunch_break ? {} : { lunch_duration }),
  }
}

export type NewTourInput = v.InferOutput<typeof newTourFormSchema>
