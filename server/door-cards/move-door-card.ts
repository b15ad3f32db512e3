import { sql, type Transaction } from 'kysely'
import { newDoorCardSchema } from '#core/contract/door-card.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { parseFields } from '#server/http/validation.ts'
import { readOwnWhere, updateOwn } from '#server/records/own-records.ts'
import { doorCards } from './door-cards.ts'
import { withSecondCard } from './second-card.ts'

/** Brings the agent's card of one property to another, whose card gets what this one adds. */
export async function moveDoorCard(
  trx: Transaction<Tables>,
  context: WriteContext,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { agentId, version } = context
  const [card] = await readOwnWhere(trx, doorCards, agentId, sql`property = ${from}`)
  if (card === undefined) return
  const [known] = await readOwnWhere(trx, doorCards, agentId, sql`property = ${to}`)
  if (known === undefined) {
    await trx.updateTable('door_cards').set({ property: to, version }).where('id', '=', card.id).execute()
    return
  }
  const [current, second] = [parseFields(newDoorCardSchema, known), parseFields(newDoorCardSchema, card)]
  // May be longer than the form takes: the agent shortens it there, and the listing does not wait for that.
  await updateOwn(trx, context, doorCards, [known.id], withSecondCard(current, second))
  await trx.deleteFrom('door_cards').where('id', '=', card.id).execute()
}
