import * as v from 'valibot'
import { newPropertySchema, type NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import { homeColumns, type HomeMeaning, missingFields, type PropertyField } from '#core/import/home-columns.ts'
import { homeFiguresIn, homeInRow } from '#core/import/home-in-row.ts'
import { headingsAt } from '#core/import/table-format.ts'
import { csvRows } from '#files/csv-rows.ts'

type SkippedRow = { line: number; reasons: string[] }
/** A row that repeats an earlier property: the row at `line` replaces the one at `firstLine`. */
type RepeatedRow = { line: number; firstLine: number; address: string }

export type Catalog = {
  rowsRead: number
  /** In the file's order. If a property is repeated, its last row counts. */
  properties: NewProperty[]
  skipped: SkippedRow[]
  repeats: RepeatedRow[]
  ignoredColumns: string[]
}

type CatalogRefusal = { missingColumns: PropertyField[]; headings: string[] }

/** Columns with these meanings are about a listing, not a property, so they are not read. */
const listingMeanings: readonly HomeMeaning[] = ['status', 'description', 'listed_on', 'mls_number']

/** Reads a CSV file. `named` has headings that replace the known ones: `{ address: 'Site street' }`. Zero and blank numbers become null. */
export function readCatalog(
  bytes: Uint8Array,
  named: Partial<Record<PropertyField, string>> = {},
): Catalog | CatalogRefusal {
  const rows = csvRows(bytes)
  // `headingsAt` only compares the message with null.
  const missingMessage = (cells: readonly string[]) =>
    missingFields(homeColumns(cells, named)).length === 0 ? null : ''
  const headingRow = headingsAt(rows, { guess: (cells) => [...cells], hasHeadings: () => true, missingMessage })
  const headings = rows.splice(0, (headingRow ?? 0) + 1).at(-1)?.cells ?? []
  const columns = homeColumns(headings, named)
  for (const meaning of listingMeanings) delete columns[meaning]
  const missingColumns = missingFields(columns)
  if (missingColumns.length > 0) return { missingColumns, headings }

  const used = new Set(Object.values(columns))
  const catalog: Catalog = {
    rowsRead: rows.length,
    properties: [],
    skipped: [],
    repeats: [],
    ignoredColumns: headings.filter((heading, index) => heading.trim() !== '' && !used.has(index)),
  }
  // How the file writes numbers.
  const figures = homeFiguresIn(rows, columns)
  const firstRows = new Map<string, { line: number; position: number }>()
  for (const { cells, line } of rows) {
    const home = homeInRow((meaning) => (cells[columns[meaning] ?? -1] ?? '').trim(), figures)
    const parsed = v.safeParse(newPropertySchema, home)
    if (!parsed.success) {
      catalog.skipped.push({ line, reasons: parsed.issues.map((issue) => issue.message) })
      continue
    }
    const property = parsed.output
    const identity = propertyIdentity(property)
    const earlier = firstRows.get(identity)
    if (earlier === undefined) {
      firstRows.set(identity, { line, position: catalog.properties.length })
      catalog.properties.push(property)
    } else {
      catalog.repeats.push({ line, firstLine: earlier.line, address: property.address })
      catalog.properties[earlier.position] = property
    }
  }
  return catalog
}
