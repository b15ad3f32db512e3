import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** One page of a list: its records as the text between the brackets of a JSON array. */
export type PageText = { text: string; length: number; /** Of all pages. */ count: number }

/**
 * Reads a page in one question. `page` selects each row's wire record as `record` (`json-text.ts`), in order; `counting`
 * selects the one number of all rows, and is only asked when the page itself does not tell.
 */
export async function readPage<DB, TB extends keyof DB, CountDB, CountTB extends keyof CountDB>(
  db: Kysely<Tables>,
  { page, page_size }: { page: number; page_size: number },
  pageQuery: SelectQueryBuilder<DB, TB, { record: string }>,
  counting: SelectQueryBuilder<CountDB, CountTB, { count: number }>,
): Promise<PageText> {
  const limited = pageQuery.limit(page_size).offset((page - 1) * page_size)
  const { rows } = await sql<{ text: string; length: number; count: number | null }>`
    select coalesce(string_agg(record, ','), '') as text, count(*) as length,
      case when count(*) in (0, ${page_size}::int) then (${counting}) end as count
    from (${limited}) as page`.execute(db)
  const { text, length, count } = rows[0] ?? { text: '', length: 0, count: 0 }
  return { text, length, count: count ?? (page - 1) * page_size + length }
}
