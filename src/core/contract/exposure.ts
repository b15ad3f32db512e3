import * as v from 'valibot'
import { plainDate, requiredText } from './fields.ts'

const mostFigures = 1000

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

/** 'Zillow', 'ZILLOW' and 'zillow.com' are one platform. */
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

/** How often a listing was seen, liked and saved on one platform on one day; null is not known, and takes back what was. */
export const exposureFigureSchema = v.object({
  platform,
  date: plainDate,
  views: v.nullable(count('Views')),
  likes: v.nullable(count('Likes')),
  saves: v.nullable(count('Saves')),
})

/** The body of `listings/{id}/exposure/`: one figure or a list of them. */
export const exposureBodySchema = v.lazy((body) =>
  Array.isArray(body) ? exposureListSchema : exposureFigureSchema,
) as v.GenericSchema<unknown, ExposureFigure | ExposureFigure[]>

const exposureListSchema = v.pipe(
  v.array(exposureFigureSchema),
  v.minLength(1, 'At least one figure is expected.'),
  v.maxLength(mostFigures, `At most ${mostFigures.toLocaleString('en-US')} figures at once.`),
)

export type ExposureFigure = v.InferOutput<typeof exposureFigureSchema>
