import * as v from 'valibot'
import { plainDate, plainTime } from '#core/contract/fields.ts'
import { emailAddress } from '#core/contract/fields.ts'
import {
  defaultTourPreferences,
  longestLunchMinutesEdited,
  longestVisitMinutes,
  minutes,
  shortestLunchMinutes,
  shortestVisitMinutes,
  type TourPreferences,
  tourPreferencesSchema,
} from '#core/contract/tour-preferences.ts'
import { editedTourTimes, enterClientEmail } from '#core/contract/tour.ts'
import { endsAfterStart } from '#core/contract/visit-times.ts'
import { pickOf } from '#records/person-of-record.ts'
import type { TourRow } from '#storage/rows.ts'
import { orderToText, textToOrder } from '../planning/listing-order.ts'
import { lengthsToText, textToLengths, type VisitLengths } from '../planning/visit-lengths.ts'

/** What the edit form holds; `selected_listings` is the text of `listing-order.ts`, `visit_lengths` of `visit-lengths.ts`. */
export type EditTourValues = {
  client_email: string
  client: string
  tour_date: string
  start_time: string
  end_time: string
  selected_listings: string
  visit_lengths: string
  min_duration_per_property: string
  max_duration_per_property: string
  include_lunch_break: boolean
  lunch_duration: string
}

export const editTourLabels: Record<keyof EditTourValues, string> = {
  client_email: 'Client Email',
  client: 'Client',
  tour_date: 'Tour Date',
  start_time: 'Preferred Start Time',
  end_time: 'Preferred End Time',
  selected_listings: 'Selected Listings',
  visit_lengths: 'Minutes per Home',
  min_duration_per_property: 'Minimum Minutes per Property',
  max_duration_per_property: 'Maximum Minutes per Property',
  include_lunch_break: 'Include Lunch Break',
  lunch_duration: 'Lunch Minutes',
}

export const tooFewProperties = 'Please select at least two properties for the tour.'

/** What another server may have left out stands for the usual. */
export function preferencesOfTour({ preferences }: Pick<TourRow, 'preferences'>): TourPreferences {
  const read = v.safeParse(tourPreferencesSchema, preferences ?? {})
  return read.success ? read.output : { ...defaultTourPreferences }
}

/** How long its homes are visited, where the agent has said so. */
export function lengthsOfTour({ visit_lengths = [] }: Pick<TourRow, 'visit_lengths'>): VisitLengths {
  return visit_lengths.flatMap(({ listing_id, minutes }) => (listing_id === null ? [] : [{ listing_id, minutes }]))
}

export function tourToForm(tour: TourRow): EditTourValues {
  const preferences = preferencesOfTour(tour)
  return {
    client_email: tour.client_email,
    client: pickOf(tour.client),
    tour_date: tour.tour_date,
    start_time: (tour.start_time || editedTourTimes.start_time).slice(0, 5),
    end_time: (tour.end_time || editedTourTimes.end_time).slice(0, 5),
    selected_listings: orderToText(tour.selected_listings),
    visit_lengths: lengthsToText(lengthsOfTour(tour)),
    min_duration_per_property: String(preferences.min_duration_per_property),
    max_duration_per_property: String(preferences.max_duration_per_property),
    include_lunch_break: preferences.include_lunch_break,
    lunch_duration: String(preferences.lunch_duration),
  }
}

/** A longer lunch that the tour was made with stays possible. */
export function longestLunch({ lunch_duration }: EditTourValues): number {
  return Math.max(longestLunchMinutesEdited, Number(lunch_duration))
}

const visits = [shortestVisitMinutes, longestVisitMinutes] as const
const labels = editTourLabels

const fieldsFor = (opened: EditTourValues) =>
  v.object({
    client_email: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(enterClientEmail),
      v.pipe(v.string(), emailAddress(labels.client_email)),
    ),
    client: v.string(),
    tour_date: plainDate,
    start_time: plainTime,
    end_time: plainTime,
    selected_listings: v.pipe(v.string(), v.transform(textToOrder)),
    visit_lengths: v.pipe(v.string(), v.transform(textToLengths)),
    min_duration_per_property: minutes(
      labels.min_duration_per_property,
      visits,
      defaultTourPreferences.min_duration_per_property,
    ),
    max_duration_per_property: minutes(
      labels.max_duration_per_property,
      visits,
      defaultTourPreferences.max_duration_per_property,
    ),
    include_lunch_break: v.boolean(),
    lunch_duration: minutes(
      labels.lunch_duration,
      [shortestLunchMinutes, longestLunch(opened)],
      defaultTourPreferences.lunch_duration,
    ),
  })

type Fields = v.InferOutput<ReturnType<typeof fieldsFor>>
export type EditTourInput = Fields

/**
 * What the edit form must hold. Two properties are needed, except where the one-stop tour's choice was left as it is
 * (reading R23).
 */
export function editTourSchema(opened: EditTourValues) {
  return v.pipe(
    v.unknown(),
    v.transform(withoutDisabledLunch),
    fieldsFor(opened),
    endsAfterStart<Fields>(labels),
    v.rawCheck<Fields>(({ dataset, addIssue }) => {
      const values = dataset.value as Partial<Fields>
      const at = <Key extends keyof Fields>(key: Key, value: Fields[Key]) =>
        [{ type: 'object', origin: 'value', input: dataset.value as Fields, key, value }] as const
      const { selected_listings: order, min_duration_per_property: least, max_duration_per_property: most } = values
      if (order !== undefined && order.length < 2 && orderToText(order) !== opened.selected_listings) {
        addIssue({ message: tooFewProperties, path: [...at('selected_listings', order)] })
      }
      if (typeof least === 'number' && typeof most === 'number' && least > most) {
        const message = 'Maximum Minutes per Property must not be less than the minimum.'
        addIssue({ message, path: [...at('max_duration_per_property', most)] })
      }
    }),
  )
}

/** What is left in a field that is disabled cannot be wrong. */
function withoutDisabledLunch(typed: unknown): unknown {
  const values = typed as EditTourValues
  return values.include_lunch_break ? values : { ...values, lunch_duration: '' }
}
