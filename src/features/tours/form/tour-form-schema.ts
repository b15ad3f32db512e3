import * as v from 'valibot'
import { emailAddress, plainDate, plainTime } from '#core/contract/fields.ts'
import {
  defaultTourPreferences,
  minutes,
  shortestLunchMinutes,
  tourPreferencesSchema,
  longestLunchMinutes,
  longestLunchMinutesEdited,
} from '#core/contract/tour-preferences.ts'
import { enterClientEmail, mostStops, newTourTimes, selectAListing } from '#core/contract/tour.ts'
import { endsAfterStart } from '#core/contract/visit-fields.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { textToLengths } from '#features/tours/timeline/visit-lengths.ts'
import { textToOrder } from '#features/tours/planning/chosen-homes.ts'
import { tourFormLabels, type TourFormValues } from '../planning/tour-form-values.ts'
import type { Labels } from '#ui/form/use-record-form.ts'

/** What differs between making a tour and changing one. */
type TourFormMode = {
  /** The form's accessible name. */
  title: string
  submit: string
  submitting: string
  savedTitle: string
  /** In the order of the page. */
  labels: Labels<TourFormValues>
  /** What blank times stand for; null where times are required. */
  blankTimes: { start_time: string; end_time: string } | null
  fewestHomes: number
  /** Fewer are possible where the choice is as the form was opened with (reading R23). */
  keepsFewHomes: boolean
  tooFewHomes: string
  mostHomes: number
  /** Minutes. */
  longestLunch: number
  hints: {
    client?: string
    shortestVisit: string
    longestVisit: string
    lunch: (longest: number) => string
    /** Where the planner sets the order of the homes. */
    plannedOrder: string
    givenOrder?: string
  }
}

const { tour_date, start_time, end_time, ...otherLabels } = tourFormLabels

/** The specification's differences (readings R22 and R23). */
export const tourFormModes: Record<'new' | 'edit', TourFormMode> = {
  new: {
    title: 'Create Tour',
    submit: 'Create Tour',
    submitting: 'Creating Tour...',
    savedTitle: 'Tour Created',
    labels: { tour_date, start_time, end_time, ...otherLabels },
    blankTimes: newTourTimes,
    fewestHomes: 1,
    keepsFewHomes: false,
    tooFewHomes: selectAListing,
    mostHomes: mostStops,
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
    mostHomes: Infinity,
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

/** True for a choice of homes that the form refuses; `opened` is what it was opened with. */
export function isTooFew(mode: TourFormMode, selected: string, opened: TourFormValues): boolean {
  const isKept = mode.keepsFewHomes && selected === opened.selected_listings
  return textToOrder(selected).length < mode.fewestHomes && !isKept
}

/** Whether homes that stay have changed places since the form was opened, whatever arrives in the meantime. */
export function isReordered(order: readonly ListingId[], opened: TourFormValues): boolean {
  const before = textToOrder(opened.selected_listings)
  const [was, is] = [before.filter((id) => order.includes(id)), order.filter((id) => before.includes(id))]
  return !isSameValue(was, is)
}

/** In minutes. A longer lunch that the tour was made with stays possible. */
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
      v.maxLength(mode.mostHomes, `A tour has at most ${mostStops} listings.`),
    ),
    visit_lengths: v.pipe(v.string(), v.transform(textToLengths)),
    put_last: v.pipe(v.optional(v.string(), '[]'), v.transform(textToOrder)),
    is_intelligent: v.optional(v.boolean()),
    ...tourPreferencesSchema.pipe[0].entries,
    lunch_duration: minutes(
      tourFormLabels.lunch_duration,
      [shortestLunchMinutes, longestLunch(mode, opened)],
      defaultTourPreferences.lunch_duration,
    ),
  })

type PlannedFields = v.InferOutput<ReturnType<typeof plannedFields>>

/** What the plan of the tour depends on. */
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

/** What the form must hold. */
export function tourFormSchema(mode: TourFormMode, opened: TourFormValues) {
  const isEnough = (selected: string) => !isTooFew(mode, selected, opened)
  const enoughHomes = v.pipe(v.string(), v.check(isEnough, mode.tooFewHomes), v.transform(textToOrder))
  return v.intersect([tourClientSchema, tourPlanSchema(mode, opened), v.object({ selected_listings: enoughHomes })])
}

export type TourFormInput = v.InferOutput<ReturnType<typeof tourFormSchema>>

/** Whom the tour is for; its plan does not depend on it. */
const tourClientSchema = v.object({
  client_email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(enterClientEmail),
    v.pipe(v.string(), emailAddress(tourFormLabels.client_email)),
  ),
  client: v.string(),
})

/** A blank time stands for `fallback`, if there is one. */
function timeOr(fallback: string | undefined) {
  if (fallback === undefined) return plainTime
  const blank = v.pipe(
    v.literal(''),
    v.transform(() => fallback),
  )
  return v.union([blank, plainTime], 'Enter a time.')
}

/** What is left in a field that is hidden or disabled cannot be wrong: blank, it stands for the usual. */
function withoutUnusedFields(typed: unknown): unknown {
  const values = typed as TourFormValues
  return {
    ...values,
    ...(values.is_intelligent === false ? { min_duration_per_property: '', max_duration_per_property: '' } : {}),
    ...(values.include_lunch_break ? {} : { lunch_duration: '' }),
  }
}

/** The longest visit is not below the shortest, said at the longest, also while other fields are still wrong. */
const longestIsNotBelowShortest = v.rawCheck<PlannedFields>(({ dataset, addIssue }) => {
  const input = dataset.value as PlannedFields
  const { min_duration_per_property: least, max_duration_per_property: most } = input as Partial<PlannedFields>
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return
  addIssue({
    message: `${tourFormLabels.max_duration_per_property} must not be less than the minimum.`,
    path: [{ type: 'object', origin: 'value', input, key: 'max_duration_per_property', value: most }],
  })
})
