import { fullDateInWords } from '#core/domain/wall-clock.ts'
import { dateIn, dateOrderOf } from './date-in.ts'
import { homeColumns, type HomeColumns, homeMeanings, type HomeMeaning, missingFields } from './home-columns.ts'
import { figureStyleIn, homeInRow } from './home-in-row.ts'
import type { SaidInFile } from './import-kind.ts'
import type { TableFormat, TableRow } from './table-format.ts'

/** Listings of an agent as listing services and portals write them. */
export const listingsTable: TableFormat = {
  meanings: homeMeanings,
  guess: (headings) => {
    const meanings: string[] = headings.map(() => 'unused')
    for (const [meaning, column] of Object.entries(homeColumns(headings))) meanings[column] = meaning
    return meanings
  },
  guessBySamples: null,
  hasHeadings: () => true,
  isLikeRow: /\d{5}/,
  missing: (meanings) => {
    const columns = columnsOf(meanings)
    if (missingFields(columns).length > 0) return 'Choose the columns for the address, the city, the state and the ZIP.'
    return columns.price === undefined ? 'Choose the column for the price.' : null
  },
  dateOrder,
  rowsIn: (_, rows, meanings, dates) => {
    const columns = columnsOf(meanings)
    const style = figureStyleIn(rows, columns)
    const { order } = dateOrder(rows, meanings, dates)
    return rows.map(({ cells, line }) => {
      const cellOf = (meaning: HomeMeaning) => (cells[columns[meaning] ?? -1] ?? '').trim()
      const home = homeInRow(cellOf, style)
      const listed_on = dateIn(cellOf('listed_on'), order)
      const description = cellOf('description') || descriptionOf(cellOf('mls_number'), listed_on)
      const said: SaidInFile = {
        line,
        ...home,
        zip_code: zipCodeOf(home.zip_code),
        // What an agent brings is the agent's, as on the server.
        location_source: home.location_source && 'agent',
        description,
        listed_on,
        status: statusIn(cellOf('status')),
      }
      return { ...said, listing_price: home.price ?? '' }
    })
  },
}

function dateOrder(rows: readonly TableRow[], meanings: readonly string[], dates?: string) {
  const column = meanings.indexOf('listed_on')
  return dateOrderOf(
    rows.map(({ cells }) => cells[column] ?? ''),
    dates,
  )
}

function columnsOf(meanings: readonly string[]): HomeColumns {
  const columns: Partial<Record<string, number>> = {}
  for (const [column, meaning] of meanings.entries()) columns[meaning] ??= column
  return columns
}

/** Spreadsheets take ZIP codes for numbers: leading zeros and hyphens are lost. */
function zipCodeOf(cell: string | number | null): string {
  return String(cell ?? '')
    .replace(/^\d{4}$/, '0$&')
    .replace(/^(\d{5})(\d{4})$/, '$1-$2')
}

/** A listing must be described; where the file says nothing, with what it is known by. */
function descriptionOf(number: string, listedOn: string): string {
  const said = [
    ...(number === '' ? [] : [`MLS ${number}.`]),
    ...(listedOn === '' ? [] : [`Listed ${fullDateInWords(listedOn)}.`]),
  ]
  return said.join(' ') || 'No description yet.'
}

/** Of the states of the RESO Data Dictionary and the words of portals; what is off the market stays as it is said. */
function statusIn(said: string): string {
  if (/contract|pending|contingent|accepted|escrow|backup/i.test(said)) return 'Pending'
  if (/^(closed|sold|c|s)\b/i.test(said)) return 'Sold'
  if (said === '' || /^(active|for sale|new|coming soon|back on market|price (change|drop|reduced)|a)\b/i.test(said))
    return 'For Sale'
  return said
}
