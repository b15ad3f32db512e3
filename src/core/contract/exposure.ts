import * as v from 'valibot'
import { instant, optionalDate, plainDate, requiredText, serverId } from './fields.ts'
import { exposureCountNames } from './exposure-counts.ts'
import { pageQuerySchema } from './paging.ts'
import { formatNumber } from '#core/format/numbers.ts'

function count(label: string) {
  return v.pipe(
    v.union(
      [
        v.number(),
        v.pipe(
          v.string(),
          v.trim(),
          v.regex(/^\d{1,3}(,\d{3})+$|^\d+$/, `${label} must be a whole number.`),
          v.transform((text) => Number(text.replaceAll(',', ''))),
        ),
      ],
      `${label} must be a whole number.`,
    ),
    v.integer(`${label} must be a whole number.`),
    v.minValue(0, `${label} cannot be negative.`),
    v.maxValue(1_000_000_000, `${label} is too large.`),
  )
}

/** Normalized, so that "Zillow.com" and "zillow" are the same platform. */
const platform = v.pipe(
  requiredText('Platform', 60),
  v.transform((name) =>
    name
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .replace(/\.com$/, ''),
  ),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} .&+-]*$/u, 'Platform must begin with a letter or a digit.'),
)

/** One listing's exposure on one platform on one day. Null clears a stored count; an absent count stays. */
export const exposureFigureSchema = v.object({
  platform,
  date: plainDate,
  views: v.optional(v.nullable(count('Views'))),
  likes: v.optional(v.nullable(count('Likes'))),
  saves: v.optional(v.nullable(count('Saves'))),
})

/** Counts as read at one time. The app shows each count as the day's newest reading that contains or clears it. A deleted reading is ignored. */
export const newExposureReadingSchema = v.object({
  listing: serverId,
  platform,
  date: plainDate,
  views: v.optional(v.nullable(count('Views')), null),
  likes: v.optional(v.nullable(count('Likes')), null),
  saves: v.optional(v.nullable(count('Saves')), null),
  /** The counts that this reading makes unknown. A null count that is not listed here leaves the previous reading's count. */
  cleared: v.optional(v.pipe(v.array(v.picklist(exposureCountNames)), v.maxLength(exposureCountNames.length)), []),
  /** Time of the reading by the device's clock; if null, the server uses the time at which it received the reading. */
  read_at: v.optional(v.nullable(instant), null),
})

export type NewExposureReading = v.InferOutput<typeof newExposureReadingSchema>
export type ExposureReading = NewExposureReading & { id: number }

/** The body of `listings/{id}/exposure/`: one figure or a list of them. */
export const exposureBodySchema = v.lazy((body) =>
  Array.isArray(body) ? exposureListSchema : exposureFigureSchema,
) as v.GenericSchema<unknown, ExposureFigure | ExposureFigure[]>

const maxFigures = 1000

const exposureListSchema = v.pipe(
  v.array(exposureFigureSchema),
  v.minLength(1, 'At least one figure is expected.'),
  v.maxLength(maxFigures, `At most ${formatNumber(maxFigures)} figures at once.`),
)

export type ExposureFigure = v.InferOutput<typeof exposureFigureSchema>

/** A null count is unknown. */
export type ExposureCounts = { views: number | null; likes: number | null; saves: number | null }

/** Query of `listings/{id}/exposure/`: the first and last day, both included; a missing one sets no limit. */
export const exposureQuerySchema = v.object({
  ...v.omit(pageQuerySchema, ['search']).entries,
  from: optionalDate(),
  to: optionalDate(),
})
export type ExposureQuery = v.InferOutput<typeof exposureQuerySchema>

export const storedFigureSchema = v.object({
  listing: v.number(),
  platform: v.string(),
  date: v.string(),
  views: v.nullable(v.number()),
  likes: v.nullable(v.number()),
  saves: v.nullable(v.number()),
})
export type StoredFigure = v.InferOutput<typeof storedFigureSchema>

/** The response to sending a figure; `before` has the counts that the server stored before, null if it had stored none for that day. */
export const answeredFigureSchema = v.object({
  ...storedFigureSchema.entries,
  before: v.nullable(v.pick(storedFigureSchema, exposureCountNames)),
})
export type AnsweredFigure = v.InferOutput<typeof answeredFigureSchema>
