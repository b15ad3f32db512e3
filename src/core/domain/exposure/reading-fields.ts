import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { Fields } from '#core/contract/json.ts'

export type Reading = {
  platform: string
  date: string
  views?: number | null
  likes?: number | null
  saves?: number | null
  /** The names of counts that are unknown since this reading. */
  cleared?: string[]
}

/** Returns the fields of a reading with the counts of `figure`; a count that is null in `figure` is named in `cleared`. */
export function readingOf(figure: ExposureFigure, readAt: number): Fields {
  const { platform, date } = figure
  const counts = exposureCountNames.flatMap((name) => (figure[name] == null ? [] : [[name, figure[name]] as const]))
  const cleared = exposureCountNames.filter((name) => figure[name] === null)
  return { platform, date, ...Object.fromEntries(counts), cleared, read_at: new Date(readAt).toISOString() }
}

/** The inverse of `readingOf`: a cleared count is null, and a count that the reading lacks is absent. */
export function figureIn(reading: Reading): ExposureFigure {
  const { platform, date, cleared = [] } = reading
  const counts = exposureCountNames.flatMap((name) => {
    const count = reading[name] ?? null
    return count !== null || cleared.includes(name) ? [[name, count] as const] : []
  })
  return { platform, date, ...Object.fromEntries(counts) }
}
