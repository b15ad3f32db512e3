import * as v from 'valibot'
import { type ExposureFigure, exposureFigureSchema } from '../contract/exposure.ts'
import type { DailyExposure } from '../contract/listing-dashboard.ts'

const { platform, views, likes, saves } = exposureFigureSchema.entries

/** What can be told of a day, in the order of its columns. */
export const dailyFigures = ['views', 'likes', 'saves'] as const

/** The name of a figure's field: a week has seven days, the earliest first. */
export function fieldOf(figure: (typeof dailyFigures)[number], day: number): string {
  return `${figure}${day}`
}

/** A week of one platform as a form holds it: a blank is not known. */
export type TypedExposure = Record<string, string>

/** The form of days that may be told of already. */
export function exposureToForm(platformName: string, daily: DailyExposure | undefined, days: number): TypedExposure {
  const form: TypedExposure = { platform: platformName }
  for (let day = 0; day < days; day += 1) {
    const isKnown = daily !== undefined && daily.known?.[day] !== false
    for (const figure of dailyFigures) form[fieldOf(figure, day)] = isKnown ? String(daily[figure][day] ?? 0) : ''
  }
  return form
}

/** The same, judged: the figures as numbers, null for a blank. */
export type ParsedExposure = { platform: string; [field: string]: number | string | null }

/** Judges what was typed as the server will, blanks aside. */
export function typedExposureSchema(days: number): v.GenericSchema<unknown, ParsedExposure> {
  const entries = Array.from({ length: days }, (_, day) => day).flatMap((day) => [
    [fieldOf('views', day), orBlank(views)],
    [fieldOf('likes', day), orBlank(likes)],
    [fieldOf('saves', day), orBlank(saves)],
  ])
  const cells = Object.fromEntries(entries) as Record<string, v.GenericSchema<unknown, number | null>>
  return v.object({ platform, ...cells })
}

/** The days that were changed; of a day of which anything is known, a blank is 0. */
export function figuresTyped(
  parsed: ParsedExposure,
  values: TypedExposure,
  opened: TypedExposure,
  dates: readonly string[],
): ExposureFigure[] {
  return dates.flatMap((date, day) => {
    const fields = dailyFigures.map((figure) => fieldOf(figure, day))
    if (fields.every((field) => values[field]?.trim() === opened[field])) return []
    const known = fields.map((field) => parsed[field] ?? null)
    if (known.every((figure) => figure === null) && fields.every((field) => opened[field] === '')) return []
    const [viewed = 0, liked = 0, saved = 0] = known.map(Number)
    return [{ platform: parsed.platform, date, views: viewed, likes: liked, saves: saved }]
  })
}

const blank = v.pipe(
  v.string(),
  v.transform(() => null),
)

function orBlank(count: typeof views) {
  return v.lazy((text): v.GenericSchema<unknown, number | null> => {
    return typeof text === 'string' && text.trim() === '' ? blank : count
  })
}
