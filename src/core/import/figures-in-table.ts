import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { addDays, daysBetween } from '#core/domain/time/wall-clock.ts'
import { figureMeanings, guessFigureColumns, isFigure, platformIn } from './figure-columns.ts'
import type { HomeMeaning } from './home-columns.ts'
import { addressPartsIn } from './home-in-row.ts'
import type { FileRecord } from './import-kind.ts'
import { dateIn, type TableFormat, type TableRow, type DateOrder, dateOrderOf } from './table-format.ts'

export const figuresTable: TableFormat = {
  meanings: figureMeanings,
  guess: guessFigureColumns,
  guessBySamples: null,
  hasHeadings: () => true,
  isLikeRow: (cells, meanings) =>
    cells.some((cell, column) => isFigure(meanings[column] ?? '') && isCount.test(cell.trim())) &&
    cells.some((cell, column) => dayMeanings.has(meanings[column] ?? '') && dateIn(cell, 'month-first') !== ''),
  missing: (meanings) => {
    if (!meanings.some(isFigure)) return 'Choose the columns for the views, likes or saves.'
    return meanings.some((one) => dayMeanings.has(one)) ? null : 'Choose the column for the day or the week.'
  },
  fieldsWithoutColumn: (meanings, headings) => {
    const isPlaced = meanings.some((one) => one === 'listing' || one.includes('address') || one === 'street_name')
    const isNamed =
      meanings.includes('platform') ||
      meanings.every((one, column) => !isFigure(one) || platformIn(headings[column] ?? '') !== null)
    return [...(isPlaced ? [] : ['listing']), ...(isNamed ? [] : ['platform'])]
  },
  dateOrder,
  rowsIn: figuresInTable,
}

const dayMeanings = new Set(['date', 'from', 'to'])

function figuresInTable(
  headings: readonly string[],
  rows: readonly TableRow[],
  meanings: readonly string[],
  dates?: string,
): FileRecord[] {
  const sets = setsOf(headings, meanings)
  const { order } = dateOrder(rows, meanings, dates)
  return rows.flatMap(({ cells, line }) => {
    const cellOf = cellsOf(cells, meanings)
    const { address, city, zip_code } = addressPartsIn((meaning: HomeMeaning) => cellOf(meaning))
    const where = { line, listing: cellOf('listing'), address, city, zip_code }
    const days = daysIn(cellOf, order)
    return sets.flatMap(({ platform, columns }) => {
      const figures = columns.flatMap(({ name, column }) => {
        const cell = (cells[column] ?? '').trim()
        return isBlank.test(cell) ? [] : [[name, cell] as const]
      })
      // Not every platform of a line has figures on that day.
      if (figures.length === 0 && sets.length > 1) return []
      const isReadable = figures.every(([, cell]) => isCount.test(cell))
      const spread = isReadable && days.length <= mostDays ? days : days.slice(0, 1)
      // `of_days`: over how many days the line counts.
      const shared = { ...where, platform: platform ?? cellOf('platform'), of_days: days.length }
      return spread.map((date, index) =>
        Object.assign(
          { ...shared, date },
          Object.fromEntries(figures.map(([name, cell]) => [name, shareOf(cell, index, spread.length)])),
        ),
      )
    })
  })
}

type CellOf = (meaning: string) => string

function cellsOf(cells: readonly string[], meanings: readonly string[]): CellOf {
  return (meaning) => (cells[meanings.indexOf(meaning)] ?? '').trim()
}

function dateOrder(rows: readonly TableRow[], meanings: readonly string[], dates?: string) {
  const texts = rows.flatMap(({ cells }) => {
    const cellOf = cellsOf(cells, meanings)
    return [...endsIn(cellOf), cellOf('to')]
  })
  return dateOrderOf(texts, dates)
}

/** The most days over which a line's counts are spread; a total of more days says nothing about one day. */
export const mostDays = 7

const isBlank = /^(|[-–—]|n\/?a|null|none)$/i
const isCount = /^\d{1,3}(,\d{3})+$|^\d+$/

type FigureColumns = { name: string; column: number }[]

/** Groups columns by the platform in their heading; null if the heading has none, so that the line's platform column counts. */
function setsOf(headings: readonly string[], meanings: readonly string[]) {
  const sets = new Map<string | null, FigureColumns>()
  for (const [column, name] of meanings.entries()) {
    if (!isFigure(name)) continue
    const platform = platformIn(headings[column] ?? '')
    sets.set(platform, [...(sets.get(platform) ?? []), { name, column }])
  }
  return [...sets].map(([platform, columns]) => ({
    platform,
    columns: exposureCountNames.flatMap((name) => columns.find((one) => one.name === name) ?? []),
  }))
}

/** The days of a line: one day or a week. Returns the text unchanged if it is not a date. */
function daysIn(cellOf: CellOf, order: DateOrder): string[] {
  const [first = '', last = ''] = endsIn(cellOf)
  const [start, end] = [dateIn(first, order), dateIn(last || cellOf('to'), order)]
  if (cellOf('date') !== '' && last === '') return [start || first]
  if (start === '' && end === '') return [first || cellOf('to')]
  const [from, to] = [start || addDays(end, 1 - mostDays), end || addDays(start, mostDays - 1)]
  const count = daysBetween(from, to) + 1
  return count < 1 ? [`${first} – ${last || cellOf('to')}`] : daysFrom(from, Math.min(count, longest))
}

function endsIn(cellOf: CellOf): string[] {
  return (cellOf('date') || cellOf('from')).split(/\s+(?:-|–|—|to|through)\s+/i)
}

/** At most this many days of a line are listed: enough to detect that it counts more than `mostDays`. */
const longest = 400

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/** The shares of all days add up to the total. */
function shareOf(cell: string, index: number, days: number): string {
  if (days === 1) return cell
  const total = Number(cell.replaceAll(',', ''))
  return String(Math.round((total * (index + 1)) / days) - Math.round((total * index) / days))
}
