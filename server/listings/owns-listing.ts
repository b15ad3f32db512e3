import type { Kysely } from 'kysely'
import type { ListedBy } from '#core/contract/listing.ts'
import type { Tables } from '#server/database/tables.ts'

/** True for the agent's own listings and homes to show. */
export async function ownsListing(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  return (await listedByOf(db, agentId, id)) !== undefined
}

/** True for the agent's own listings only, not for homes to show. */
export async function isListedByAgent(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  return (await listedByOf(db, agentId, id)) === null
}

/** The broker of a home to show, null for an own listing, undefined for another agent's or a missing one. */
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
