import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { addDays, daysBetween } from '#core/domain/time/wall-clock.ts'
import { figureMeanings, guessFigureColumns, isFigure, platformIn } from './figure-columns.ts'
import type { HomeMeaning } from './home-columns.ts'
import { addressPartsIn } from './home-in-row.ts'
import type { FileRecord } from './import-kind.ts'
import { dateIn, type TableFormat, type TableRow, type DateOrder, dateOrderOf } from './table-format.ts'

/** Reads exposure figures: each line has the counts of one day or week, on one platform or several. */
export const figuresTable: TableFormat = {
  meanings: figureMeanings,
  guess: guessFigureColumns,
  guessBySamples: null,
  hasHeadings: () => true,
  isLikeRow: (cells, meanings) =>
    cells.some((cell, column) => isFigure(meanings[column] ?? '') && isCount.test(cell.trim())) &&
    cells.some((cell, column) => dayMeanings.has(meanings[column] ?? '') && dateIn(cell, 'month-first') !== ''),
  missingMessage: (meanings) => {
    if (!meanings.some(isFigure)) return 'Choose the columns for the views, likes or saves.'
    return meanings.some((one) => dayMeanings.has(one)) ? null : 'Choose the column for the day or the week.'
  },
  fieldsSetForAllRows: (meanings, headings) => {
    const hasListing = meanings.some((one) => one === 'listing' || one.includes('address') || one === 'street_name')
    const hasPlatform =
      meanings.includes('platform') ||
      meanings.every((one, column) => !isFigure(one) || platformIn(headings[column] ?? '') !== null)
    return [...(hasListing ? [] : ['listing']), ...(hasPlatform ? [] : ['platform'])]
  },
  dateOrder,
  rowsIn: figuresInTable,
}

const dayMeanings = new Set(['date', 'from', 'to'])

function figuresInTable(
  headings: readonly string[],
  rows: readonly TableRow[],
  meanings: readonly string[],
  chosenOrder?: string,
): FileRecord[] {
  const groups = columnsByPlatform(headings, meanings)
  const { order } = dateOrder(rows, meanings, chosenOrder)
  return rows.flatMap(({ cells, line }) => {
    const cellOf = cellsOf(cells, meanings)
    const { address, city, zip_code } = addressPartsIn((meaning: HomeMeaning) => cellOf(meaning))
    const where = { line, listing: cellOf('listing'), address, city, zip_code }
    const days = daysIn(cellOf, order)
    return groups.flatMap(({ platform, columns }) => {
      const figures = columns.flatMap(({ name, column }) => {
        const cell = (cells[column] ?? '').trim()
        return isBlank.test(cell) ? [] : [[name, cell] as const]
      })
      // A line has the figures of all platforms on one day; some platforms may have none.
      if (figures.length === 0 && groups.length > 1) return []
      const areCounts = figures.every(([, cell]) => isCount.test(cell))
      // A line that cannot be spread over its days becomes one record, so that the import can say why it is skipped.
      const recordDays = areCounts && days.length <= maxDays ? days : days.slice(0, 1)
      const shared = { ...where, platform: platform ?? cellOf('platform'), of_days: days.length }
      return recordDays.map((date, index) =>
        Object.assign(
          { ...shared, date },
          Object.fromEntries(figures.map(([name, cell]) => [name, shareOf(cell, index, recordDays.length)])),
        ),
      )
    })
  })
}

type CellOf = (meaning: string) => string

function cellsOf(cells: readonly string[], meanings: readonly string[]): CellOf {
  return (meaning) => (cells[meanings.indexOf(meaning)] ?? '').trim()
}

function dateOrder(rows: readonly TableRow[], meanings: readonly string[], chosenOrder?: string) {
  const texts = rows.flatMap(({ cells }) => {
    const cellOf = cellsOf(cells, meanings)
    return [...endsIn(cellOf), cellOf('to')]
  })
  return dateOrderOf(texts, chosenOrder)
}

/** The most days over which a line's counts are spread; a total of more days says nothing about one day. */
export const maxDays = 7

const isBlank = /^(|[-–—]|n\/?a|null|none)$/i
const isCount = /^\d{1,3}(,\d{3})+$|^\d+$/

type FigureColumns = { name: string; column: number }[]

/** Groups columns by the platform in their heading. If it names none, `platform` is null: the line's platform cell, or the agent, names it. */
function columnsByPlatform(headings: readonly string[], meanings: readonly string[]) {
  const groups = new Map<string | null, FigureColumns>()
  for (const [column, name] of meanings.entries()) {
    if (!isFigure(name)) continue
    const platform = platformIn(headings[column] ?? '')
    groups.set(platform, [...(groups.get(platform) ?? []), { name, column }])
  }
  return [...groups].map(([platform, columns]) => ({
    platform,
    columns: exposureCountNames.flatMap((name) => columns.find((one) => one.name === name) ?? []),
  }))
}

/** Returns the days that a line covers, such as one day or a week. Text that is not a date is returned unchanged. */
function daysIn(cellOf: CellOf, order: DateOrder): string[] {
  const [first = '', last = ''] = endsIn(cellOf)
  const [start, end] = [dateIn(first, order), dateIn(last || cellOf('to'), order)]
  if (cellOf('date') !== '' && last === '') return [start || first]
  if (start === '' && end === '') return [first || cellOf('to')]
  const [from, to] = [start || addDays(end, 1 - maxDays), end || addDays(start, maxDays - 1)]
  const count = daysBetween(from, to) + 1
  return count < 1 ? [`${first} – ${last || cellOf('to')}`] : daysFrom(from, Math.min(count, maxListedDays))
}

/** Returns the first and, if the cell has a period, the last day as text. */
function endsIn(cellOf: CellOf): string[] {
  return (cellOf('date') || cellOf('from')).split(/\s+(?:-|–|—|to|through)\s+/i)
}

/** At most this many days of a line are listed: enough to detect that it covers more than `maxDays`. */
const maxListedDays = 400

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/** Returns the part of a total that counts for one day; the parts of all days add up to the total. */
function shareOf(cell: string, index: number, days: number): string {
  if (days === 1) return cell
  const total = Number(cell.replaceAll(',', ''))
  return String(Math.round((total * (index + 1)) / days) - Math.round((total * index) / days))
}
