import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { OwnKind } from './own-kind.ts'

/** `text`: the records as JSON with commas between them, without the array's brackets. */
export type PageText = { text: string; /** The number of records on all pages. */ count: number }

/** Counts the total only if the page is empty or full: a page with fewer records is the last one, so its number and length give the total. */
export async function listOwn(
  db: Kysely<Tables>,
  kind: OwnKind,
  agentId: number,
  listing: number | undefined,
  query: { page: number; page_size: number },
): Promise<PageText> {
  const { table, record, list } = kind
  const { page, page_size } = query
  const conditions = [
    sql<boolean>`${sql.table(table)}.agent_id = ${agentId}`,
    ...(listing === undefined || !kind.ofListing ? [] : [kind.ofListing(listing)]),
    ...(list.where?.(query) ?? []),
  ]
  const rows = sql`from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`
  const answer = await sql<{ text: string; length: number; count: number | null }>`
    select coalesce(string_agg(record, ','), '') as text, count(*) as length,
      case when count(*) in (0, ${page_size}::int) then (select count(*) ${rows}) end as count
    from (
      select ${record} as record ${rows}
      order by ${list.orderBy(query)} limit ${page_size} offset ${(page - 1) * page_size}
    ) as page`.execute(db)
  const { text, length, count } = answer.rows[0] ?? { text: '', length: 0, count: 0 }
  return { text, count: count ?? (page - 1) * page_size + length }
}
