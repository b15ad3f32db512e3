import * as v from 'valibot'
import { type ExposureFigure, exposureFigureSchema } from '#core/contract/exposure.ts'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { exposureSeries, type ExposureSeries, figuresOf } from './exposure-words.ts'

const { platform, views, likes, saves } = exposureFigureSchema.entries

/** The field's name has the date, because a draft may be opened again on another day. */
export function fieldOf(series: ExposureSeries, date: string): string {
  return `${series.toLowerCase()}-${date}`
}

/** The values of a form with some days of one platform: `platform`, and the figures by `fieldOf`. A blank is an unknown figure. */
export type TypedExposure = Record<string, string>

/** Returns the values of the form when it opens. `weeks`: the platform's figures by week; undefined for a week without any. */
export function exposureToForm(
  platformName: string,
  weeks: readonly (DailyExposure | undefined)[],
  dates: readonly string[],
): TypedExposure {
  const cells = exposureSeries.flatMap((series) => {
    const recorded = new Map(
      weeks.flatMap((daily) =>
        daily === undefined ? [] : figuresOf(daily, series).map((figure, day) => [daily.dates[day], figure] as const),
      ),
    )
    return dates.map((date) => [fieldOf(series, date), String(recorded.get(date) ?? '')])
  })
  return { platform: platformName, ...(Object.fromEntries(cells) as TypedExposure) }
}

export type ParsedExposure = { platform: string; [field: string]: number | string | null }

export function typedExposureSchema(dates: readonly string[]): v.GenericSchema<unknown, ParsedExposure> {
  const entries = dates.flatMap((date) => [
    [fieldOf('Views', date), orBlank(views.wrapped)],
    [fieldOf('Likes', date), orBlank(likes.wrapped)],
    [fieldOf('Saves', date), orBlank(saves.wrapped)],
  ])
  const cells = Object.fromEntries(entries) as Record<string, v.GenericSchema<unknown, number | null>>
  return v.object({ platform, ...cells })
}

/** Returns the figures that changed since the form was opened, by day. A cleared one is null, which clears the count on the server. */
export function changedFigures(
  parsed: ParsedExposure,
  values: TypedExposure,
  opened: TypedExposure,
  dates: readonly string[],
): ExposureFigure[] {
  return dates.flatMap((date) => {
    const changed = exposureSeries.filter(
      (series) => values[fieldOf(series, date)]?.trim() !== opened[fieldOf(series, date)],
    )
    const figures = changed.map((series) => [series.toLowerCase(), parsed[fieldOf(series, date)]])
    return changed.length === 0 ? [] : [{ platform: parsed.platform, date, ...Object.fromEntries(figures) }]
  })
}

const blank = v.pipe(
  v.string(),
  v.transform(() => null),
)

function orBlank(count: typeof views.wrapped) {
  return v.lazy((text): v.GenericSchema<unknown, number | null> => {
    return typeof text === 'string' && text.trim() === '' ? blank : count
  })
}
