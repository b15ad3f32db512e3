import { sql, type Kysely, type Transaction } from 'kysely'
import type { NewOpenHouse } from '#core/contract/open-house.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { WholeListQuery } from '#server/http/whole-list-query.ts'
import { selectOpenHouses, openHouseRowToRecord, type OpenHouseRecord } from './open-house-record.ts'

/** One page of a listing's open houses, the earliest first. */
export async function listOpenHouses(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  { page, page_size }: WholeListQuery,
): Promise<OpenHouseRecord[]> {
  const openHouses = selectOpenHouses(db)
    .where('open_house.agent_id', '=', agentId)
    .where('open_house.listing_id', '=', listingId)
    .orderBy('open_house.date')
    .orderBy('open_house.start_time')
    .orderBy('open_house.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
  const rows = await readAsJson(db, openHouses)
  return rows.map(openHouseRowToRecord)
}

export async function countOpenHouses(db: Kysely<Tables>, agentId: number, listingId: number): Promise<number> {
  const row = await db
    .selectFrom('open_houses')
    .select((openHouse) => openHouse.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** These open houses as far as they are the agent's, in any order. */
export async function readOpenHouses(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<OpenHouseRecord[]> {
  if (ids.length === 0) return []
  const openHouses = selectOpenHouses(db).where('open_house.agent_id', '=', agentId).where('open_house.id', 'in', ids)
  const rows = await readAsJson(db, openHouses)
  return rows.map(openHouseRowToRecord)
}

export async function findOpenHouse(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  id: number,
): Promise<OpenHouseRecord | undefined> {
  const [openHouse] = await readOpenHouses(db, agentId, [id])
  return openHouse?.listing === listingId ? openHouse : undefined
}

export async function insertOpenHouse(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  listingId: number,
  { date, start_time, end_time }: NewOpenHouse,
): Promise<number> {
  const row = await trx
    .insertInto('open_houses')
    .values({
      agent_id: agentId,
      version,
      client_key: clientKey,
      listing_id: listingId,
      date,
      start_time,
      end_time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateOpenHouse(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  { date, start_time, end_time }: NewOpenHouse,
): Promise<void> {
  await trx
    .updateTable('open_houses')
    .set({ date, start_time, end_time, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .execute()
}
