import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** A row that came as JSON: its times are text. */
type JsonRow<Row> = { [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] }

/**
 * The rows of a query in its order, fetched as one JSON text: of a page of 100 the embedded database answers so in a
 * third of the time that it takes row by row.
 */
export async function readAsJson<DB, TB extends keyof DB, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<JsonRow<Row>[]> {
  const { rows } = await sql<{ list: JsonRow<Row>[] }>`
    select coalesce(json_agg(row), '[]') as list from (${query}) as row`.execute(db)
  return rows[0]?.list ?? []
}
