import { homeColumns, type HomeColumns, homeMeanings, type HomeMeaning, missingFields } from './home-columns.ts'
import { homeFiguresIn, homeInRow } from './home-in-row.ts'
import type { FileRecord } from './import-kind.ts'
import { toListingStatus } from './listing-import.ts'
import { dateIn, type TableFormat, type TableRow, dateOrderOf } from './table-format.ts'
import { formatDateWithYear } from '#core/format/dates.ts'

export const listingsTable: TableFormat = {
  meanings: homeMeanings,
  guess: (headings) => {
    const meanings: string[] = headings.map(() => 'unused')
    for (const [meaning, column] of Object.entries(homeColumns(headings))) meanings[column] = meaning
    return meanings
  },
  guessBySamples: null,
  hasHeadings: () => true,
  isLikeRow: (cells, meanings) =>
    /^\s*"?\d{4,5}(-\d{4})?"?\s*$/.test(cells[meanings.indexOf('zip_code')] ?? '') ||
    /\d{5}(-\d{4})?"?\s*$/.test(cells[meanings.indexOf('whole_address')] ?? ''),
  missingMessage: (meanings) => {
    const columns = columnsOf(meanings)
    if (missingFields(columns).length > 0) return 'Choose the columns for the address, the city, the state and the ZIP.'
    return columns.price === undefined ? 'Choose the column for the price.' : null
  },
  // If the status of a line is unclear, such as "C", the agent chooses the status of all these lines.
  fieldsSetForAllRows: (meanings, _, rows = []) => {
    const column = meanings.indexOf('status')
    return rows.some(({ cells }) => toListingStatus(cells[column] ?? '') === '') && column !== -1 ? ['status'] : []
  },
  dateOrder,
  rowsIn: (_, rows, meanings, chosenOrder) => {
    const columns = columnsOf(meanings)
    const figures = homeFiguresIn(rows, columns)
    const { order } = dateOrder(rows, meanings, chosenOrder)
    return rows.map(({ cells, line }) => {
      const cellOf = (meaning: HomeMeaning) => (cells[columns[meaning] ?? -1] ?? '').trim()
      const home = homeInRow(cellOf, figures)
      const listed_on = dateIn(cellOf('listed_on'), order)
      const description = cellOf('description') || descriptionOf(cellOf('mls_number'), listed_on)
      const record: FileRecord = {
        line,
        ...home,
        // The server does the same: it stores a location from a file as one that the agent has set.
        location_source: home.location_source && 'agent',
        description,
        listed_on,
        status: toListingStatus(cellOf('status')),
      }
      return { ...record, listing_price: home.price ?? '' }
    })
  },
}

function dateOrder(rows: readonly TableRow[], meanings: readonly string[], chosenOrder?: string) {
  const column = meanings.indexOf('listed_on')
  return dateOrderOf(
    rows.map(({ cells }) => cells[column] ?? ''),
    chosenOrder,
  )
}

function columnsOf(meanings: readonly string[]): HomeColumns {
  const columns: Partial<Record<string, number>> = {}
  for (const [column, meaning] of meanings.entries()) columns[meaning] ??= column
  return columns
}

/** Makes a description from known facts, for a listing without one: the field is required. */
function descriptionOf(mlsNumber: string, listedOn: string): string {
  const facts = [
    ...(mlsNumber === '' ? [] : [`MLS ${mlsNumber}.`]),
    ...(listedOn === '' ? [] : [`Listed ${formatDateWithYear(listedOn)}.`]),
  ]
  return facts.join(' ') || 'No description yet.'
}
