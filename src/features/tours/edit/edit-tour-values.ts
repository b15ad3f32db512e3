import * as v from 'valibot'
import { plainDate, plainTime } from '#core/contract/fields.ts'
import {
  defaultTourPreferences,
  longestLunchMinutesEdited,
  minutes,
  shortestLunchMinutes,
  tourPreferencesSchema,
} from '#core/contract/tour-preferences.ts'
import { endsAfterStart } from '#core/contract/visit-times.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { textToOrder } from '../planning/listing-order.ts'
import {
  longestIsNotBelowShortest,
  putLastField,
  tourClientSchema,
  tourFormLabels,
  type TourFormValues,
} from '../planning/tour-form-values.ts'
import { textToLengths } from '#features/tours/timeline/visit-lengths.ts'

export const tooFewProperties = 'Please select at least two properties for the tour.'

/** Two properties are needed, except where the one-stop tour's choice was left as it is (reading R23). */
export function isTooFew(selected: string, opened: TourFormValues): boolean {
  return textToOrder(selected).length < 2 && selected !== opened.selected_listings
}

/** Whether homes that stay have changed places since the form was opened, whatever arrives meanwhile. */
export function isReordered(order: readonly ListingId[], opened: TourFormValues): boolean {
  const before = textToOrder(opened.selected_listings)
  const [was, is] = [before.filter((id) => order.includes(id)), order.filter((id) => before.includes(id))]
  return !isSameValue(was, is)
}

/** A longer lunch that the tour was made with stays possible. */
export function longestLunch({ lunch_duration }: TourFormValues): number {
  return Math.max(longestLunchMinutesEdited, Number(lunch_duration))
}

const plannedFields = (opened: TourFormValues) =>
  v.object({
    tour_date: plainDate,
    start_time: plainTime,
    end_time: plainTime,
    selected_listings: v.pipe(v.string(), v.transform(textToOrder)),
    visit_lengths: v.pipe(v.string(), v.transform(textToLengths)),
    put_last: putLastField,
    ...tourPreferencesSchema.pipe[0].entries,
    lunch_duration: minutes(
      tourFormLabels.lunch_duration,
      [shortestLunchMinutes, longestLunch(opened)],
      defaultTourPreferences.lunch_duration,
    ),
  })

type PlannedFields = v.InferOutput<ReturnType<typeof plannedFields>>

/** What the plan of a changed tour depends on. */
export type EditedPlanInput = PlannedFields & { is_reordered: boolean }

export function editedPlanSchema(opened: TourFormValues) {
  return v.pipe(
    v.unknown(),
    v.transform(withoutDisabledLunch),
    plannedFields(opened),
    endsAfterStart<PlannedFields>(tourFormLabels),
    longestIsNotBelowShortest<PlannedFields>(),
    v.transform((planned) => ({ ...planned, is_reordered: isReordered(planned.selected_listings, opened) })),
  )
}

/** What the edit form must hold. */
export function editTourSchema(opened: TourFormValues) {
  const isEnough = (selected: string) => !isTooFew(selected, opened)
  const enoughHomes = v.pipe(v.string(), v.check(isEnough, tooFewProperties), v.transform(textToOrder))
  return v.intersect([tourClientSchema, editedPlanSchema(opened), v.object({ selected_listings: enoughHomes })])
}

export type EditTourInput = v.InferOutput<ReturnType<typeof editTourSchema>>

/** What is left in a field that is disabled cannot be wrong. */
function withoutDisabledLunch(typed: unknown): unknown {
  const values = typed as TourFormValues
  return values.include_lunch_break ? values : { ...values, lunch_duration: '' }
}
