import * as v from 'valibot'

/** The values of blank fields (reading R22). Durations are in minutes. */
export const defaultTourPreferences = {
  min_duration_per_property: 30,
  max_duration_per_property: 60,
  include_lunch_break: true,
  lunch_duration: 45,
} as const

export const shortestVisitMinutes = 15
export const longestVisitMinutes = 120
export const shortestLunchMinutes = 15
/** The limit on the page that creates a tour, and of the server. The edit form allows less. */
export const longestLunchMinutes = 120
export const longestLunchMinutesEdited = 90

/** Returns a schema for whole minutes, as a number or the text of a form. A blank or missing value becomes `fallback`. */
export function minutesSchema(label: string, [least, most]: readonly [number, number], fallback: number) {
  const message = `${label} must be a whole number from ${least} to ${most}.`
  return v.optional(
    v.nullable(
      v.pipe(
        v.union([v.number(message), v.pipe(v.string(message), v.trim())], message),
        v.transform((typed) => (typed === '' ? fallback : Number(typed))),
        v.number(message),
        v.integer(message),
        v.minValue(least, message),
        v.maxValue(most, message),
      ),
      fallback,
    ),
    fallback,
  )
}

const yesOrNo = v.optional(
  v.nullable(
    v.pipe(
      v.union([v.boolean(), v.picklist(['true', 'false'])], 'Choose yes or no.'),
      v.transform((choice) => choice === true || choice === 'true'),
    ),
    defaultTourPreferences.include_lunch_break,
  ),
  defaultTourPreferences.include_lunch_break,
)

/** Length of the visits, and whether there is lunch. Numbers, or the text that the edit form sends. */
export const tourPreferencesSchema = v.pipe(
  v.object({
    min_duration_per_property: minutesSchema(
      'Minimum Minutes per Property',
      [shortestVisitMinutes, longestVisitMinutes],
      defaultTourPreferences.min_duration_per_property,
    ),
    max_duration_per_property: minutesSchema(
      'Maximum Minutes per Property',
      [shortestVisitMinutes, longestVisitMinutes],
      defaultTourPreferences.max_duration_per_property,
    ),
    include_lunch_break: yesOrNo,
    lunch_duration: minutesSchema(
      'Lunch Minutes',
      [shortestLunchMinutes, longestLunchMinutes],
      defaultTourPreferences.lunch_duration,
    ),
  }),
  v.forward(
    v.check(
      ({ min_duration_per_property: least, max_duration_per_property: most }) => least <= most,
      'Maximum Minutes per Property must not be less than the minimum.',
    ),
    ['max_duration_per_property'],
  ),
)

/** Durations are in minutes. */
export type TourPreferences = v.InferOutput<typeof tourPreferencesSchema>
