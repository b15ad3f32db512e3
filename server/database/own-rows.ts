import type { Transaction } from 'kysely'
import { askLast } from './ask-last.ts'
import type { Tables } from './tables.ts'
import type { WriteContext } from './write.ts'

type OwnTable = 'appointments' | 'showings' | 'open_houses' | 'open_house_visits'

/** Tables of records that agents make, each under the name that their device gave it. */
type KeyedTable = OwnTable | 'listings' | 'tours'

/** The id of the record that an earlier revision of the same operation made. */
export async function idByClientKey(
  trx: Transaction<Tables>,
  table: KeyedTable,
  { agentId, clientKey }: WriteContext,
): Promise<number | undefined> {
  if (clientKey === null) return undefined
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('agent_id', '=', agentId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  return row?.id
}

/** The last that a work asks. What belongs to the record goes with it; all leave tombstones. */
export async function deleteOwn(
  trx: Transaction<Tables>,
  table: OwnTable,
  context: WriteContext,
  id: number,
): Promise<void> {
  await askLast(trx, context, trx.deleteFrom(table).where('agent_id', '=', context.agentId).where('id', '=', id))
}
