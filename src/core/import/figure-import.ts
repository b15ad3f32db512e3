import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import * as v from 'valibot'
import { type ExposureFigure, exposureFigureSchema } from '#core/contract/exposure.ts'
import type { Fields } from '#core/contract/json.ts'
import { platformName } from '#core/domain/exposure/exposure-words.ts'
import { maxDays } from './figures-in-table.ts'
import { listingFinder, type NamedListing } from './listing-finder.ts'
import { schemaFromParser, reasonsOf, type ImportKind, type FileRecord } from './import-kind.ts'
import { textOf } from './imported-records.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** The exposure of one listing on one platform on one day. `of_days`: how many days the file's figure covers, 7 for a weekly total. */
export type ImportedFigure = ExposureFigure & { listing_key: string; address: string; of_days: number }

/** Returns a function that adds to a line the listing that the line names or, if none is found, an error message (`listingProblem`). */
export function withListing(listings: readonly NamedListing[]): (line: FileRecord) => FileRecord {
  const find = listingFinder(listings)
  return (line) => {
    const found = find(line)
    if (typeof found === 'string') return { ...line, listingProblem: found }
    return { ...line, listing_key: found.key, address: found.address }
  }
}

/** Figures of the same listing, platform and day are duplicates; those of the file replace those on the device. */
export const figureImport: ImportKind<ImportedFigure & Fields> = {
  name: 'figures',
  schema: schemaFromParser((line) => {
    const fields = line as Fields
    const parsed = v.safeParse(exposureFigureSchema, line)
    const days = Number(fields['of_days'])
    const reasons = [
      textOf(fields['listingProblem']),
      days > maxDays ? `This is a total of ${days} days. Only days and weeks are imported.` : '',
      ...reasonsOf(parsed),
      exposureCountNames.some((name) => name in fields) ? '' : 'This line has no figures.',
    ].filter((reason) => reason !== '')
    if (!parsed.success || reasons.length > 0) return { reasons }
    const where = { listing_key: textOf(fields['listing_key']), address: textOf(fields['address']), of_days: days }
    return { output: { ...where, ...parsed.output } as ImportedFigure & Fields }
  }),
  titleOf: (line) => {
    const listing = textOf(line['address']) || textOf(line['listing']) || 'Without a listing'
    const platform = textOf(line['platform'])
    return platform === '' ? listing : `${listing} · ${platformName(platform)}`
  },
  describeKnown: figuresInWords,
  matchKeysOf: ({ listing_key, platform, date }) => [`${listing_key} ${date} ${platform}`],
  isCertainDuplicate: () => true,
  additionsTo: (known, record) =>
    Object.fromEntries(
      exposureCountNames.flatMap((name) => {
        const count = record[name]
        return count === undefined || count === (known[name] ?? null) ? [] : [[name, count]]
      }),
    ),
  canMerge: true,
}

export function figuresInWords(figure: Fields): string {
  const counts = exposureCountNames.flatMap((name) => {
    const count = figure[name]
    if (typeof count !== 'number') return []
    return [`${formatNumber(count)} ${count === 1 ? name.slice(0, -1) : name}`]
  })
  return counts.join(', ')
}
