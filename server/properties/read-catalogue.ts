import * as v from 'valibot'
import { newPropertySchema, type NewProperty } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/property-identity.ts'
import { titleCase } from '#core/domain/title-case.ts'
import { csvRows } from '#files/csv-rows.ts'
import { mapColumns, propertyFields, type PropertyField } from './property-columns.ts'

type SkippedRow = { line: number; reasons: string[] }
/** A row whose property stood in the file before; `line` replaces `firstLine`. */
type RepeatedRow = { line: number; firstLine: number; address: string }

export type Catalogue = {
  rowsRead: number
  /** One entry a property, in the file's order; of repeats the last row's figures. */
  properties: NewProperty[]
  skipped: SkippedRow[]
  repeats: RepeatedRow[]
  ignoredColumns: string[]
}

type CatalogueRefusal = { missingColumns: PropertyField[]; headings: string[] }

const neededColumns: readonly PropertyField[] = ['address', 'city', 'state', 'zip_code']

/**
 * The properties of a CSV file, whatever its delimiter, line ending and byte-order mark; zero and blank figures are unknown.
 * A file without a column that every property needs is refused whole.
 */
export function readCatalogue(
  bytes: Uint8Array,
  columns: Partial<Record<PropertyField, string>> = {},
): Catalogue | CatalogueRefusal {
  const rows = csvRows(bytes)
  const headings = rows.shift()?.cells ?? []
  const { positions, ignored } = mapColumns(headings, columns)
  const missingColumns = neededColumns.filter((field) => positions[field] === undefined)
  if (missingColumns.length > 0) return { missingColumns, headings }

  const catalogue: Catalogue = {
    rowsRead: rows.length,
    properties: [],
    skipped: [],
    repeats: [],
    ignoredColumns: ignored,
  }
  const seen = new Map<string, { line: number; position: number }>()
  for (const { cells, line } of rows) {
    const parsed = v.safeParse(newPropertySchema, fieldsOf(cells, positions))
    if (!parsed.success) {
      catalogue.skipped.push({ line, reasons: parsed.issues.map((issue) => issue.message) })
      continue
    }
    const property = parsed.output
    const identity = propertyIdentity(property)
    const earlier = seen.get(identity)
    if (earlier === undefined) {
      seen.set(identity, { line, position: catalogue.properties.length })
      catalogue.properties.push(property)
    } else {
      catalogue.repeats.push({ line, firstLine: earlier.line, address: property.address })
      catalogue.properties[earlier.position] = property
    }
  }
  return catalogue
}

const textFields: ReadonlySet<PropertyField> = new Set(['address', 'city', 'state', 'zip_code', 'property_type'])

function fieldsOf(cells: string[], positions: Partial<Record<PropertyField, number>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const field of propertyFields) {
    const position = positions[field]
    const cell = position === undefined ? '' : (cells[position] ?? '').trim()
    fields[field] = textFields.has(field) ? textOf(field, cell) : figureOf(field, cell)
  }
  // 0° 0° lies in the Gulf of Guinea: catalogues write it for a place that they do not know.
  if (fields['latitude'] === 0 && fields['longitude'] === 0) fields['latitude'] = fields['longitude'] = null
  if (fields['latitude'] === null || fields['longitude'] === null) fields['latitude'] = fields['longitude'] = null
  return fields
}

function textOf(field: PropertyField, cell: string): string {
  if (field === 'address' || field === 'city') return titleCase(cell)
  // The Sacramento file spells it "Unkown".
  if (field === 'property_type' && /^unkn?own$/i.test(cell)) return ''
  return cell
}

/** `null` for a figure that is not known; a text that is no figure stays as it is, for the schema to refuse. */
function figureOf(field: PropertyField, cell: string): number | string | null {
  const plain = cell.replaceAll(/[$,\s]/g, '')
  if (plain === '' || /^(n\/?a|null|none|unknown|-+|\?)$/i.test(plain)) return null
  const figure = Number(plain)
  if (Number.isNaN(figure)) return cell
  const isPlace = field === 'latitude' || field === 'longitude'
  return figure === 0 && !isPlace ? null : figure
}
