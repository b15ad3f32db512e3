import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { newPropertySchema } from '#core/contract/property.ts'
import { ExplainedError } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'
import { importCatalog } from '#server/properties/import-catalog.ts'
import { importReport } from '#server/properties/import-report.ts'
import { printedColumns } from '#server/properties/printed-columns.ts'
import type { PropertyField } from '#core/import/home-columns.ts'
import { readCatalog } from '#server/properties/read-catalog.ts'
import { fileOf, readFileOrRefuse, type CommandTask } from './command.ts'

const usage = 'Usage: import-properties FILE… [--column address="Site Street"]…'

export async function importProperties(task: CommandTask): Promise<void> {
  const { files, columns } = readArgs(task.words)
  await task.withServices(async ({ database: { db }, locations }) => {
    for (const file of files) {
      for (const line of await importFile(db, fileOf(task, file), columns)) task.print(line)
    }
    // The running server locates the imported homes in the background.
    locations.wake()
  })
}

/** By property field, the heading of its column in the file; the import recognizes the headings of the other fields. */
type Columns = Partial<Record<PropertyField, string>>

/** Imports a file in one transaction, and returns the lines of a report. */
export async function importFile(db: Kysely<Tables>, file: string, columns: Columns = {}): Promise<string[]> {
  const bytes = await readFileOrRefuse(file)
  const catalog = readCatalog(bytes, columns)
  if ('missingColumns' in catalog) {
    const { missingColumns, headings } = catalog
    throw new ExplainedError(
      `${file} has no column for ${missingColumns.join(', ')}; its columns are ${printedColumns(headings)}. ` +
        `Name one by hand: --column ${missingColumns[0]}="…".`,
    )
  }
  const result = await importCatalog(db, catalog.properties)
  return importReport(path.basename(file), catalog, result)
}

function readArgs(args: string[]): { files: string[]; columns: Columns } {
  const { values, positionals } = parse(args)
  if (positionals.length === 0) throw new ExplainedError(usage)
  const columns: Columns = {}
  for (const pair of values.column) {
    const [field = '', ...heading] = pair.split('=')
    if (!isPropertyField(field) || heading.length === 0) {
      throw new ExplainedError(
        `--column ${pair} must name one of ${propertyFields.join(', ')}, as in address="Street".`,
      )
    }
    columns[field] = heading.join('=')
  }
  return { files: positionals, columns }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { column: { type: 'string', multiple: true, default: [] } },
    })
  } catch (error) {
    throw new ExplainedError(`${error instanceof Error ? error.message : ''} ${usage}`)
  }
}

const propertyFields = Object.keys(v.omit(newPropertySchema, ['location_source', 'is_private']).entries)

function isPropertyField(text: string): text is PropertyField {
  return propertyFields.includes(text)
}
