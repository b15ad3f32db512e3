import type { Kysely } from 'kysely'
import type { ListedBy } from '#core/contract/listing.ts'
import type { Tables } from '#server/database/tables.ts'

/** True of the agent's own listings, and of the homes of other brokers that the agent shows. */
export async function ownsListing(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  return (await listedByOf(db, agentId, id)) !== undefined
}

/** True of the agent's own listings only. */
export async function listsHome(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  return (await listedByOf(db, agentId, id)) === null
}

/** The other broker of a home that the agent shows, null for an own listing, undefined where it is neither. */
export async function listedByOf(
  db: Kysely<Tables>,
  agentId: number,
  id: number,
): Promise<ListedBy | null | undefined> {
  const row = await db
    .selectFrom('listings')
    .select('listed_by')
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.listed_by
}
