import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { moveDoorCard } from '#server/door-cards/door-cards.ts'

/** Redirects all references from the property `from` to `to`, and deletes `from`. Callers make sure that no other agent refers to it. */
export async function replaceProperty(
  trx: Transaction<Tables>,
  context: WriteContext,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { version } = context
  await trx.updateTable('listings').set({ property_id: to, version }).where('property_id', '=', from).execute()
  await moveDoorCard(trx, context, { from, to })
  await trx.deleteFrom('properties').where('id', '=', from).execute()
}
