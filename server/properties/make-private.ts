import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { replaceProperty } from './replace-property.ts'

/**
 * If a shared property is only this agent's home to show, makes it private, or replaces it by the agent's private property at the same
 * address. Returns true if it did either.
 */
export async function makePrivate(trx: Transaction<Tables>, context: WriteContext, id: number): Promise<boolean> {
  // Blocks concurrent inserts that refer to the property; see `insertOwn`.
  await trx.selectFrom('properties').select('id').where('id', '=', id).forUpdate().execute()
  if (!(await isOnlyHomeToShow(trx, context.agentId, id))) return false
  const privateId = await findPrivateAtSameAddress(trx, context.agentId, id)
  await (privateId === undefined ? becomePrivate(trx, id) : replaceProperty(trx, context, { from: id, to: privateId }))
  return true
}

/** True if this agent added the property, lists it only as a home to show (of another broker), and no other agent refers to it. */
async function isOnlyHomeToShow(trx: Transaction<Tables>, agentId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from properties where id = ${id} and created_by = ${agentId} and not is_private
      and not exists (
        select from listings where property_id = ${id} and (agent_id <> ${agentId} or listed_by is null))
      and not exists (select from door_cards where property = ${id} and agent_id <> ${agentId})`.execute(trx)
  return rows.length > 0
}

async function findPrivateAtSameAddress(
  trx: Transaction<Tables>,
  agentId: number,
  id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select own.id from properties as shared
    join properties as own on own.identity = shared.identity and own.is_private and own.created_by = ${agentId}
    where shared.id = ${id}`.execute(trx)
  return rows[0]?.id
}

/** Other agents receive the tombstone, as for a deletion. `sharedChangesAfter` omits it for the agent who still sees the property. */
async function becomePrivate(trx: Transaction<Tables>, id: number): Promise<void> {
  await sql`
    insert into tombstones (agent_id, entity, record_id, version)
    select null, 'property', id, version from properties where id = ${id}`.execute(trx)
  await sql`
    update properties set is_private = true, version = version + 1, updated_at = now() where id = ${id}`.execute(trx)
}
