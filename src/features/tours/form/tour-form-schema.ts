import * as v from 'valibot'
import { emailAddress, plainDate, plainTime } from '#core/contract/fields.ts'
import {
  defaultTourPreferences,
  minutesSchema,
  shortestLunchMinutes,
  tourPreferencesSchema,
  longestLunchMinutes,
  longestLunchMinutesEdited,
} from '#core/contract/tour-preferences.ts'
import { enterClientEmail, maxStops, newTourTimes, selectAListing } from '#core/contract/tour.ts'
import { endsAfterStart } from '#core/contract/visit-fields.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { textToLengths } from '#features/tours/timeline/visit-lengths.ts'
import { textToOrder } from '#features/tours/planning/chosen-homes.ts'
import { tourFormLabels, type TourFormValues } from '../planning/tour-form-values.ts'
import type { FieldLabels } from '#ui/form/use-record-form.ts'

type TourFormMode = {
  title: string
  submit: string
  submitting: string
  savedTitle: string
  labels: FieldLabels<TourFormValues>
  /** The times that the tour gets if the fields are blank; null if times are required. */
  blankTimes: { start_time: string; end_time: string } | null
  fewestHomes: number
  /** A selection with fewer homes is accepted if the agent has not changed it (reading R23). */
  keepsFewHomes: boolean
  tooFewHomes: string
  maxHomes: number
  /** Minutes. */
  longestLunch: number
  hints: {
    client?: string
    shortestVisit: string
    longestVisit: string
    lunch: (longest: number) => string
    plannedOrder: string
    givenOrder?: string
  }
}

const { tour_date, start_time, end_time, ...otherLabels } = tourFormLabels

/** What differs between creating and editing a tour, as in the specification (readings R22 and R23). */
export const tourFormModes: Record<'new' | 'edit', TourFormMode> = {
  new: {
    title: 'Create Tour',
    submit: 'Create Tour',
    submitting: 'Creating Tour...',
    savedTitle: 'Tour Created',
    // Errors are listed in the order of the labels; this form begins with the date and the times.
    labels: { tour_date, start_time, end_time, ...otherLabels },
    blankTimes: newTourTimes,
    fewestHomes: 1,
    keepsFewHomes: false,
    tooFewHomes: selectAListing,
    maxHomes: maxStops,
    longestLunch: longestLunchMinutes,
    hints: {
      client: 'Who is it for?',
      shortestVisit: '15–120 min (30 if blank)',
      longestVisit: '15–120 min (60 if blank)',
      lunch: () => '15–120 min (45 if blank)',
      plannedOrder: 'Intelligent Mode proposes the order. Turn it off to keep your own.',
    },
  },
  edit: {
    title: 'Edit Tour',
    submit: 'Update Tour',
    submitting: 'Updating Tour...',
    savedTitle: 'Tour Updated',
    labels: tourFormLabels,
    blankTimes: null,
    fewestHomes: 2,
    keepsFewHomes: true,
    tooFewHomes: 'Please select at least two properties for the tour.',
    maxHomes: Infinity,
    longestLunch: longestLunchMinutesEdited,
    hints: {
      shortestVisit: '15 to 120 minutes',
      longestVisit: '15 to 120 minutes',
      lunch: (longest) => `${shortestLunchMinutes} to ${longest} minutes`,
      plannedOrder: 'The planner sets the order. Move a home to set your own.',
      givenOrder: 'Visited in this order.',
    },
  },
}

export function isTooFew(mode: TourFormMode, selected: string, opened: TourFormValues): boolean {
  const isKept = mode.keepsFewHomes && selected === opened.selected_listings
  return textToOrder(selected).length < mode.fewestHomes && !isKept
}

/** Returns whether the order of homes has changed since the form opened, apart from added and removed homes. */
export function isReordered(order: readonly ListingId[], opened: TourFormValues): boolean {
  const before = textToOrder(opened.selected_listings)
  const [was, is] = [before.filter((id) => order.includes(id)), order.filter((id) => before.includes(id))]
  return !isSameValue(was, is)
}

/** Returns the longest lunch that the form accepts, in minutes. A longer lunch that the tour already has is accepted. */
export function longestLunch(mode: TourFormMode, { lunch_duration }: TourFormValues): number {
  return Math.max(mode.longestLunch, Number(lunch_duration))
}

const plannedFields = (mode: TourFormMode, opened: TourFormValues) =>
  v.object({
    tour_date: plainDate,
    start_time: timeOr(mode.blankTimes?.start_time),
    end_time: timeOr(mode.blankTimes?.end_time),
    selected_listings: v.pipe(
      v.string(),
      v.transform(textToOrder),
      v.maxLength(mode.maxHomes, `A tour has at most ${maxStops} listings.`),
    ),
    visit_lengths: v.pipe(v.string(), v.transform(textToLengths)),
    // Homes without a location that the agent has put last; no drive to them is planned.
    put_last: v.pipe(v.optional(v.string(), '[]'), v.transform(textToOrder)),
    is_intelligent: v.optional(v.boolean()),
    ...tourPreferencesSchema.pipe[0].entries,
    lunch_duration: minutesSchema(
      tourFormLabels.lunch_duration,
      [shortestLunchMinutes, longestLunch(mode, opened)],
      defaultTourPreferences.lunch_duration,
    ),
  })

type PlannedFields = v.InferOutput<ReturnType<typeof plannedFields>>

export function tourPlanSchema(mode: TourFormMode, opened: TourFormValues) {
  return v.pipe(
    v.unknown(),
    v.transform(withoutUnusedFields),
    plannedFields(mode, opened),
    endsAfterStart<PlannedFields>(tourFormLabels),
    longestIsNotBelowShortest,
    v.transform((planned) => ({ ...planned, is_reordered: isReordered(planned.selected_listings, opened) })),
  )
}

export type TourPlanInput = v.InferOutput<ReturnType<typeof tourPlanSchema>>

export function tourFormSchema(mode: TourFormMode, opened: TourFormValues) {
  const isEnough = (selected: string) => !isTooFew(mode, selected, opened)
  const enoughHomes = v.pipe(v.string(), v.check(isEnough, mode.tooFewHomes), v.transform(textToOrder))
  return v.intersect([tourClientSchema, tourPlanSchema(mode, opened), v.object({ selected_listings: enoughHomes })])
}

export type TourFormInput = v.InferOutput<ReturnType<typeof tourFormSchema>>

const tourClientSchema = v.object({
  client_email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(enterClientEmail),
    v.pipe(v.string(), emailAddress(tourFormLabels.client_email)),
  ),
  client: v.string(),
})

function timeOr(fallback: string | undefined) {
  if (fallback === undefined) return plainTime
  const blank = v.pipe(
    v.literal(''),
    v.transform(() => fallback),
  )
  return v.union([blank, plainTime], 'Enter a time.')
}

/** Returns the values with hidden and disabled fields blank, so that these have their default and cannot be invalid. */
function withoutUnusedFields(typed: unknown): unknown {
  const values = typed as TourFormValues
  return {
    ...values,
    ...(values.is_intelligent === false ? { min_duration_per_property: '', max_duration_per_property: '' } : {}),
    ...(values.include_lunch_break ? {} : { lunch_duration: '' }),
  }
}

/** Reports a maximum below the minimum, even while other fields have errors. */
const longestIsNotBelowShortest = v.rawCheck<PlannedFields>(({ dataset, addIssue }) => {
  const input = dataset.value as PlannedFields
  const { min_duration_per_property: least, max_duration_per_property: most } = input as Partial<PlannedFields>
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return
  addIssue({
    message: `${tourFormLabels.max_duration_per_property} must not be less than the minimum.`,
    path: [{ type: 'object', origin: 'value', input, key: 'max_duration_per_property', value: most }],
  })
})
