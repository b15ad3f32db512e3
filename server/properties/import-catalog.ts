import type { Kysely } from 'kysely'
import type { NewProperty } from '#core/contract/property.ts'
import type { Tables } from '#server/database/tables.ts'
import { upsertProperties } from './upsert-properties.ts'
import { sampleCatalog } from './sample-catalog.ts'

export type ImportResult = { added: number; changed: number; unchanged: number }

/** Rows in one statement, whose number of parameters PostgreSQL limits. */
const rowsAtOnce = 500

/** Imports properties into the catalog, all or none; safe to repeat. */
export async function importCatalog(db: Kysely<Tables>, properties: readonly NewProperty[]): Promise<ImportResult> {
  return db.transaction().execute(async (trx) => {
    const result: ImportResult = { added: 0, changed: 0, unchanged: 0 }
    for (let start = 0; start < properties.length; start += rowsAtOnce) {
      const rows = properties.slice(start, start + rowsAtOnce)
      const { added, changed } = await upsertProperties(trx, rows)
      result.added += added
      result.changed += changed
      result.unchanged += rows.length - added - changed
    }
    return result
  })
}

/** Imports the fictional sample into an empty catalog. Safe if several server processes do it at once. */
export async function seedCatalog(db: Kysely<Tables>): Promise<void> {
  const anyProperty = await db.selectFrom('properties').select('id').limit(1).executeTakeFirst()
  if (anyProperty === undefined) await importCatalog(db, sampleCatalog())
}
