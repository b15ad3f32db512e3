import { sql, type Kysely } from 'kysely'
import type { NewProperty } from '#core/contract/property.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { Tables } from '#server/database/tables.ts'
import { columnsOfProperty } from './property-columns.ts'

/** Adds imported properties to the catalog or updates them. Unknown values do not replace known ones, and locations set by agents stay. */
export async function upsertProperties(
  db: Kysely<Tables>,
  properties: readonly NewProperty[],
): Promise<{ added: number; changed: number }> {
  const rows = await db
    .insertInto('properties')
    .values(
      properties.map((property) => ({
        ...columnsOfProperty({ ...property, is_private: false }, 'file'),
        created_by: null,
        client_key: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('identity')
        .where(sql<boolean>`not properties.is_private`)
        .doUpdateSet({
          ...Object.fromEntries(importedColumns.map((column) => [column, importedOrKnown(column)])),
          version: sql`properties.version + 1`,
          updated_at: sql`now()`,
        })
        .where(
          sql<boolean>`(${sql.join(importedColumns.map((column) => sql.ref(`properties.${column}`)))})
            is distinct from (${sql.join(importedColumns.map(importedOrKnown))})`,
        ),
    )
    // `xmax` is 0 only for inserted rows.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .execute()
  const added = rows.filter((row) => row.isNew).length
  return { added, changed: rows.length - added }
}

const importedColumns = kinds.property.fields
  .filter((field) => field !== 'is_private')
  .map((field) => (field === 'price' ? 'price_cents' : field))

const locationColumns = new Set(['latitude', 'longitude', 'location_source'])

function importedOrKnown(column: string) {
  const imported = sql.ref(`excluded.${column}`)
  const known = sql.ref(`properties.${column}`)
  // The three columns have one condition, so that coordinates of two sources are never mixed.
  if (locationColumns.has(column)) {
    return sql`case when properties.location_source = 'agent' or excluded.latitude is null then ${known} else ${imported} end`
  }
  return column === 'property_type'
    ? sql`coalesce(nullif(${imported}, ''), ${known})`
    : sql`coalesce(${imported}, ${known})`
}
