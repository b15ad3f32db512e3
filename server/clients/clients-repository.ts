import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { ClientCategory, NewClient } from '#core/contract/client.ts'
import type { PageQuery } from '#core/contract/paging.ts'
import { containing } from '#server/database/containing.ts'
import { readPage, type PageText } from '#server/database/read-page.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { clientJson, clientOf, type ClientRecord } from './client-record.ts'

export type ClientQuery = PageQuery & { categories: readonly ClientCategory[] }

/** One page of an agent's clients, newest first. */
export function listClients(db: Kysely<Tables>, agentId: number, query: ClientQuery): Promise<PageText> {
  const page = db
    .selectFrom('clients')
    .select(clientJson)
    .where(matching(agentId, query))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const counting = db
    .selectFrom('clients')
    .select((client) => client.fn.countAll<number>().as('count'))
    .where(matching(agentId, query))
  return readPage(db, query, page, counting)
}

function matching(agentId: number, { search, categories }: ClientQuery) {
  return (client: ExpressionBuilder<Tables, 'clients'>) => {
    const conditions = [client('agent_id', '=', agentId), client('category', 'in', categories)]
    if (search !== '') {
      const text = sql<string>`first_name || ' ' || last_name || ' ' || email || ' ' || phone_number`
      conditions.push(client(text, 'ilike', containing(search)))
    }
    return client.and(conditions)
  }
}

/** These clients as far as they are the agent's, in any order. */
export async function readClients(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<ClientRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('clients')
    .select(clientJson)
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(clientOf)
}

export async function findClient(db: Kysely<Tables>, agentId: number, id: number): Promise<ClientRecord | undefined> {
  const [client] = await readClients(db, agentId, [id])
  return client
}

/** The client that an earlier revision of the same operation made. */
export async function findClientByKey(
  trx: Transaction<Tables>,
  { agentId, clientKey }: WriteContext,
): Promise<ClientRecord | undefined> {
  if (clientKey === null) return undefined
  const row = await trx
    .selectFrom('clients')
    .select(clientJson)
    .where('agent_id', '=', agentId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  return row && clientOf(row)
}

/** The new client; undefined when an earlier revision of the same operation made one. */
export async function insertClient(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  client: NewClient,
): Promise<ClientRecord | undefined> {
  const row = await trx
    .insertInto('clients')
    .values({ ...client, agent_id: agentId, version, client_key: clientKey })
    .onConflict((conflict) => conflict.constraint('clients_client_key_unique').doNothing())
    .returning(clientJson)
    .executeTakeFirst()
  return row && clientOf(row)
}

export async function updateClient(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  client: NewClient,
): Promise<ClientRecord> {
  const row = await trx
    .updateTable('clients')
    .set({ ...client, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .returning(clientJson)
    .executeTakeFirstOrThrow()
  return clientOf(row)
}

export async function deleteClient(trx: Transaction<Tables>, { agentId }: WriteContext, id: number): Promise<void> {
  await trx.deleteFrom('clients').where('agent_id', '=', agentId).where('id', '=', id).execute()
}
