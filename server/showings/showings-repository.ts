import { sql, type Kysely, type Transaction } from 'kysely'
import type { NewShowing } from '#core/contract/showing.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { WholeListQuery } from '#server/http/whole-list-query.ts'
import { selectShowings, showingRowToRecord, type ShowingRecord } from './showing-record.ts'

/** One page of a listing's showings, the earliest first. */
export async function listShowings(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  { page, page_size }: WholeListQuery,
): Promise<ShowingRecord[]> {
  const showings = selectShowings(db)
    .where('showing.agent_id', '=', agentId)
    .where('showing.listing_id', '=', listingId)
    .orderBy('showing.showing_date')
    .orderBy('showing.start_time')
    .orderBy('showing.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
  const rows = await readAsJson(db, showings)
  return rows.map(showingRowToRecord)
}

export async function countShowings(db: Kysely<Tables>, agentId: number, listingId: number): Promise<number> {
  const row = await db
    .selectFrom('showings')
    .select((showing) => showing.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** These showings as far as they are the agent's, in any order. */
export async function readShowings(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<ShowingRecord[]> {
  if (ids.length === 0) return []
  const showings = selectShowings(db).where('showing.agent_id', '=', agentId).where('showing.id', 'in', ids)
  const rows = await readAsJson(db, showings)
  return rows.map(showingRowToRecord)
}

export async function findShowing(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  id: number,
): Promise<ShowingRecord | undefined> {
  const [showing] = await readShowings(db, agentId, [id])
  return showing?.listing === listingId ? showing : undefined
}

export async function insertShowing(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  listingId: number,
  { showing_date, start_time, end_time, client_email }: NewShowing,
): Promise<number> {
  const row = await trx
    .insertInto('showings')
    .values({
      agent_id: agentId,
      version,
      client_key: clientKey,
      listing_id: listingId,
      showing_date,
      start_time,
      end_time,
      client_email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateShowing(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  { showing_date, start_time, end_time, client_email }: NewShowing,
): Promise<void> {
  await trx
    .updateTable('showings')
    .set({ showing_date, start_time, end_time, client_email, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .execute()
}
