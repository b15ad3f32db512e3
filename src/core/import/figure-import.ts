import * as v from 'valibot'
import { type ExposureFigure, exposureFigureSchema } from '#core/contract/exposure.ts'
import type { Fields } from '#core/contract/json.ts'
import { platformName } from '#core/domain/exposure/exposure-words.ts'
import { figureNames } from './figure-columns.ts'
import { mostDays } from './figures-in-table.ts'
import { listingFinder, type NamedListing } from './listing-finder.ts'
import { schemaFromParser, reasonsOf, type ImportKind, type FileRecord } from './import-kind.ts'
import { textOf } from './imported-records.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** The exposure of one listing on one platform on one day; `of_days` is the number of days in the file's total. */
export type ImportedFigure = ExposureFigure & { listing_key: string; address: string; of_days: number }

/** Adds the listing that a line means, or the reason why there is none. */
export function withListing(listings: readonly NamedListing[]): (said: FileRecord) => FileRecord {
  const find = listingFinder(listings)
  return (said) => {
    const found = find(said)
    if (typeof found === 'string') return { ...said, unplaced: found }
    return { ...said, listing_key: found.key, address: found.address }
  }
}

/** Duplicates have the same listing, platform and day; the file's figures replace the known ones. */
export const figureImport: ImportKind<ImportedFigure & Fields> = {
  name: 'figures',
  schema: schemaFromParser((said) => {
    const fields = said as Fields
    const parsed = v.safeParse(exposureFigureSchema, said)
    const days = Number(fields['of_days'])
    const reasons = [
      textOf(fields['unplaced']),
      days > mostDays ? `This is a total of ${days} days. Only days and weeks are imported.` : '',
      ...reasonsOf(parsed),
      figureNames.some((name) => name in fields) ? '' : 'This line has no figures.',
    ].filter((reason) => reason !== '')
    if (!parsed.success || reasons.length > 0) return { reasons }
    const where = { listing_key: textOf(fields['listing_key']), address: textOf(fields['address']), of_days: days }
    return { output: { ...where, ...parsed.output } as ImportedFigure & Fields }
  }),
  titleOf: (said) => {
    const listing = textOf(said['address']) || textOf(said['listing']) || 'Without a listing'
    const platform = textOf(said['platform'])
    return platform === '' ? listing : `${listing} · ${platformName(platform)}`
  },
  saysOf: figuresInWords,
  namesOf: ({ listing_key, platform, date }) => [`${listing_key} ${date} ${platform}`],
  isSure: () => true,
  additionsTo: (known, record) =>
    Object.fromEntries(
      figureNames.flatMap((name) => {
        const said = record[name]
        return said === undefined || said === (known[name] ?? null) ? [] : [[name, said]]
      }),
    ),
  canMerge: true,
}

export function figuresInWords(figure: Fields): string {
  const said = figureNames.flatMap((name) => {
    const count = figure[name]
    if (typeof count !== 'number') return []
    return [`${formatNumber(count)} ${count === 1 ? name.slice(0, -1) : name}`]
  })
  return said.join(', ')
}
