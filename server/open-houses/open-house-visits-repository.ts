import { sql, type Kysely, type Transaction } from 'kysely'
import type { NewOpenHouseVisit } from '#core/contract/open-house-visit.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { WholeListQuery } from '#server/http/whole-list-query.ts'
import { selectVisits, visitRowToRecord, type OpenHouseVisitRecord } from './open-house-visit-record.ts'

/** One page of the visitors of a listing's open houses, in the order in which they were added. */
export async function listVisits(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  { page, page_size }: WholeListQuery,
): Promise<OpenHouseVisitRecord[]> {
  const visits = selectVisits(db)
    .where('visit.agent_id', '=', agentId)
    .where('open_house.listing_id', '=', listingId)
    .orderBy('visit.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
  const rows = await readAsJson(db, visits)
  return rows.map(visitRowToRecord)
}

/** The visitors of a listing's open houses, or of one of them. */
export async function countVisits(
  db: Kysely<Tables>,
  agentId: number,
  of: { listingId: number } | { openHouseId: number },
): Promise<number> {
  const row = await db
    .selectFrom('open_house_visits as visit')
    .innerJoin('open_houses as open_house', 'open_house.id', 'visit.open_house_id')
    .select((visit) => visit.fn.countAll<number>().as('count'))
    .where('visit.agent_id', '=', agentId)
    .where((visit) =>
      'listingId' in of
        ? visit('open_house.listing_id', '=', of.listingId)
        : visit('visit.open_house_id', '=', of.openHouseId),
    )
    .executeTakeFirstOrThrow()
  return row.count
}

/** These visits as far as they are the agent's, in any order. */
export async function readVisits(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<OpenHouseVisitRecord[]> {
  if (ids.length === 0) return []
  const rows = await readAsJson(db, selectVisits(db).where('visit.agent_id', '=', agentId).where('visit.id', 'in', ids))
  return rows.map(visitRowToRecord)
}

export async function findVisit(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  id: number,
): Promise<OpenHouseVisitRecord | undefined> {
  const [visit] = await readVisits(db, agentId, [id])
  return visit?.listing === listingId ? visit : undefined
}

/** The visit that an earlier revision of the same operation made. */
export async function findVisitByKey(
  trx: Transaction<Tables>,
  { agentId, clientKey }: WriteContext,
): Promise<OpenHouseVisitRecord | undefined> {
  if (clientKey === null) return undefined
  const rows = await readAsJson(
    trx,
    selectVisits(trx).where('visit.agent_id', '=', agentId).where('visit.client_key', '=', clientKey),
  )
  return rows.map(visitRowToRecord)[0]
}

/** The visit of whoever has this e-mail address, in any case, to this open house. */
export async function findVisitOf(
  trx: Transaction<Tables>,
  agentId: number,
  { open_house, client_email }: Pick<NewOpenHouseVisit, 'open_house' | 'client_email'>,
): Promise<OpenHouseVisitRecord | undefined> {
  const rows = await readAsJson(
    trx,
    selectVisits(trx)
      .where('visit.agent_id', '=', agentId)
      .where('visit.open_house_id', '=', open_house)
      .where(sql<boolean>`lower(visit.client_email) = lower(${client_email})`),
  )
  return rows.map(visitRowToRecord)[0]
}

export async function insertVisit(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  visit: NewOpenHouseVisit,
): Promise<number> {
  const row = await trx
    .insertInto('open_house_visits')
    .values({ ...columnsOf(visit), agent_id: agentId, version, client_key: clientKey })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateVisit(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  visit: NewOpenHouseVisit,
): Promise<void> {
  await trx
    .updateTable('open_house_visits')
    .set({ ...columnsOf(visit), version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .execute()
}

function columnsOf({ open_house, client_email, name, phone_number, consents, signed_in_at }: NewOpenHouseVisit) {
  return {
    open_house_id: open_house,
    client_email,
    name,
    phone_number,
    consents: JSON.stringify(consents, wholeSigns),
    signed_in_at,
  }
}

/** Half a sign, which no database keeps, becomes the sign for an unknown one, as it does in every other text. */
function wholeSigns(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value
}
