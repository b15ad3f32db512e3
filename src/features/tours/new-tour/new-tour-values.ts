import * as v from 'valibot'
import { emailAddress, plainDate, plainTime } from '#core/contract/fields.ts'
import { mostStops } from '#core/contract/tour-plan.ts'
import { defaultTourPreferences, type TourPreferences, tourPreferencesSchema } from '#core/contract/tour-preferences.ts'
import { enterClientEmail, newTourTimes, selectAListing } from '#core/contract/tour.ts'
import { endsAfterStart } from '#core/contract/visit-times.ts'
import { pickOf } from '#records/person-of-record.ts'
import type { ClientRow, TourRow } from '#storage/rows.ts'
import { tourToForm } from '../edit/edit-tour-values.ts'
import { textToOrder } from '../planning/listing-order.ts'
import { textToLengths } from '../planning/visit-lengths.ts'

/** What the page that makes a tour holds; `selected_listings` is the text of `listing-order.ts`, `visit_lengths` of `visit-lengths.ts`. */
export type NewTourValues = {
  tour_date: string
  start_time: string
  end_time: string
  client_email: string
  client: string
  selected_listings: string
  visit_lengths: string
  is_intelligent: boolean
  min_duration_per_property: string
  max_duration_per_property: string
  include_lunch_break: boolean
  lunch_duration: string
}

export const newTourLabels: Record<keyof NewTourValues, string> = {
  tour_date: 'Tour Date',
  start_time: 'Preferred Start Time',
  end_time: 'Preferred End Time',
  client_email: 'Client Email',
  client: 'Client',
  selected_listings: 'Selected Listings',
  visit_lengths: 'Minutes per Home',
  is_intelligent: 'Intelligent Mode',
  min_duration_per_property: 'Minimum Minutes per Property',
  max_duration_per_property: 'Maximum Minutes per Property',
  include_lunch_break: 'Include Lunch Break',
  lunch_duration: 'Lunch Minutes',
}

/** Another tour like one that there is, on another day. */
export function likeTour(tour: TourRow, date: string): NewTourValues {
  return { ...tourToForm(tour), tour_date: date, is_intelligent: tour.planning !== 'given' }
}

export function emptyTour(date: string, person: ClientRow | null): NewTourValues {
  const { start_time, end_time } = newTourTimes
  return {
    tour_date: date,
    start_time,
    end_time,
    client_email: person?.email ?? '',
    client: pickOf(person?.id ?? person?.key),
    selected_listings: '[]',
    visit_lengths: '[]',
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

const fields = v.object({
  tour_date: plainDate,
  start_time: timeOr(newTourTimes.start_time),
  end_time: timeOr(newTourTimes.end_time),
  client_email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(enterClientEmail),
    v.pipe(v.string(), emailAddress('Client Email')),
  ),
  client: v.string(),
  selected_listings: v.pipe(
    v.string(),
    v.transform(textToOrder),
    v.minLength(1, selectAListing),
    v.maxLength(mostStops, `A tour has at most ${mostStops} listings.`),
  ),
  visit_lengths: v.pipe(v.string(), v.transform(textToLengths)),
  is_intelligent: v.boolean(),
  ...tourPreferencesSchema.pipe[0].entries,
})

type Fields = v.InferOutput<typeof fields>

/** What the page that makes a tour must hold. */
export const newTourFormSchema = v.pipe(
  v.unknown(),
  v.transform(withoutHiddenFields),
  fields,
  endsAfterStart<Fields>(newTourLabels),
  v.rawCheck<Fields>(({ dataset, addIssue }) => {
    const { min_duration_per_property: least, max_duration_per_property: most } = dataset.value as Partial<Fields>
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return
    const input = dataset.value as Fields
    addIssue({
      message: 'Maximum Minutes per Property must not be less than the minimum.',
      path: [{ type: 'object', origin: 'value', input, key: 'max_duration_per_property', value: most }],
    })
  }),
)

/** The preferences stand on the page in Intelligent Mode only; what is left in them cannot be wrong without it. */
function withoutHiddenFields(typed: unknown): unknown {
  const values = typed as NewTourValues
  return values.is_intelligent ? values : { ...values, ...defaultTourPreferences }
}

export type NewTourInput = v.InferOutput<typeof newTourFormSchema>

/** What is planned and saved of the parsed form. */
export function preferencesOf(input: NewTourInput): TourPreferences {
  const { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration } = input
  return { min_duration_per_property, max_duration_per_property, include_lunch_break, lunch_duration }
}
