import { sql, type Transaction } from 'kysely'
import { newDoorCardSchema } from '#core/contract/door-card.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { parseFields } from '#server/http/validation.ts'
import { readOwnWhere, updateOwn } from '#server/records/own-records.ts'
import { doorCards } from './door-cards.ts'
import { withSecondCard } from './second-card.ts'

/** Moves a door card to another property, or merges it into that property's card. */
export async function moveDoorCard(
  trx: Transaction<Tables>,
  context: WriteContext,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { agentId, version } = context
  const [card] = await readOwnWhere(trx, doorCards, agentId, sql`property = ${from}`)
  if (card === undefined) return
  const [existing] = await readOwnWhere(trx, doorCards, agentId, sql`property = ${to}`)
  if (existing === undefined) {
    await trx.updateTable('door_cards').set({ property: to, version }).where('id', '=', card.id).execute()
    return
  }
  const [current, second] = [parseFields(newDoorCardSchema, existing), parseFields(newDoorCardSchema, card)]
  // A merged text may be longer than the form allows. Refusing it here would block the change of the listing's property; the
  // agent shortens the text when editing the card.
  await updateOwn(trx, context, doorCards, [existing.id], withSecondCard(current, second))
  await trx.deleteFrom('door_cards').where('id', '=', card.id).execute()
}
