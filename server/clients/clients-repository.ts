import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { ClientCategory, NewClient } from '#core/contract/client.ts'
import type { PageQuery } from '#core/contract/paging.ts'
import { askLast } from '#server/database/ask-last.ts'
import { containing } from '#server/database/containing.ts'
import { readPage, type PageText } from '#server/database/read-page.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { clientJson, clientOf, type ClientRecord } from './client-record.ts'

type ClientQuery = PageQuery & { categories: readonly ClientCategory[] }

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
    // One statement for lists of any length, so that its plan is kept.
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(clientOf)
}

export async function findClient(db: Kysely<Tables>, agentId: number, id: number): Promise<ClientRecord | undefined> {
  const [client] = await readClients(db, agentId, [id])
  return client
}

/** The new client, or the one that an earlier revision of the same operation made. */
export async function insertClient(
  trx: Transaction<Tables>,
  context: WriteContext,
  client: NewClient,
): Promise<ClientRecord> {
  const { agentId, version, clientKey } = context
  const insertion = trx
    .insertInto('clients')
    .values({ ...client, agent_id: agentId, version, client_key: clientKey })
    .onConflict((conflict) =>
      // Changes nothing, but answers with the row that is there.
      conflict.constraint('clients_client_key_unique').doUpdateSet({ client_key: clientKey }),
    )
    .returning(clientJson)
  const [row] = await askLast(trx, context, insertion)
  if (row === undefined) throw new Error('A client was neither made nor found.')
  return clientOf(row)
}

type Known = Pick<ClientRecord, 'id' | 'version'>

/** Another write of its group came first; each is done by itself then. */
class NotAsRead extends Error {
  constructor() {
    super('The client is not as it was read.')
  }
}

/** The client as it is then; throws when it is not as it was read. */
export async function updateClient(
  trx: Transaction<Tables>,
  context: WriteContext,
  known: Known,
  client: NewClient,
): Promise<ClientRecord> {
  const { agentId, version } = context
  const update = trx
    .updateTable('clients')
    .set({ ...client, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', known.id)
    .where('version', '=', known.version)
    .returning(clientJson)
  const [row] = await askLast(trx, context, update)
  if (row === undefined) throw new NotAsRead()
  return clientOf(row)
}

/** Throws when it is not as it was read. */
export async function deleteClient(trx: Transaction<Tables>, context: WriteContext, known: Known): Promise<void> {
  const deletion = trx
    .deleteFrom('clients')
    .where('agent_id', '=', context.agentId)
    .where('id', '=', known.id)
    .where('version', '=', known.version)
    .returning('id')
  if ((await askLast(trx, context, deletion)).length === 0) throw new NotAsRead()
}
