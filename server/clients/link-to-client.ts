import { sql, type Transaction } from 'kysely'
import type { Client } from '#core/contract/client.ts'
import { kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'

/** Tables whose records refer to a client by email while their `client` is null. */
const tables = ownEntities.filter((entity) => kinds[entity].dependsOn?.['client'] === 'client_email').map(tableOf)

function tableOf(entity: (typeof ownEntities)[number]): string {
  return kinds[entity].table
}

/**
 * Before a client's email changes, sets `client` in records that refer to the client only by the old email. If several clients have that
 * email, the records belong to the oldest one.
 */
export async function linkRecordsToClient(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  { email }: Pick<Client, 'email'>,
  current: Pick<Client, 'id' | 'email'>,
): Promise<void> {
  if (normalized(email) === normalized(current.email)) return
  for (const table of tables) {
    await sql`
      update ${sql.table(table)} set client = ${current.id}, version = ${version}, updated_at = now()
      where agent_id = ${agentId} and client is null and lower(trim(client_email)) = ${normalized(current.email)}
        and not exists (
          select from clients as older where older.agent_id = ${agentId} and older.id < ${current.id}
            and lower(trim(older.email)) = ${normalized(current.email)})`.execute(trx)
  }
}

function normalized(email: string): string {
  return email.trim().toLowerCase()
}
