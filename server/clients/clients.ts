import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import {
  clientCategories,
  clientChangesSchema,
  newClientSchema,
  type Client,
  type ClientCategory,
} from '#core/contract/client.ts'
import { isInFilter } from '#core/domain/clients/client-rules.ts'
import { pageQuerySchema } from '#core/contract/paging.ts'
import { kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import { client } from '#core/kinds/client-kind.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import { jsonStrings } from '#server/database/json-text.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { standardKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

const filters = ['', 'Buyers', 'Sellers', 'Both'] as const

function categoriesIn(filter: (typeof filters)[number]): readonly ClientCategory[] {
  return clientCategories.filter((category) => isInFilter({ category }, filter === '' ? 'All' : filter))
}

export const clients = standardKind<Client & OwnRecord>()('client', {
  words: { tag: 'clients', one: 'a client', many: 'clients', list: 'List clients, newest first' },
  record: recordJson('clients', jsonStrings(client.fields)),
  schema: newClientSchema,
  changes: clientChangesSchema,
  async beforeChanging(trx, context, after, before) {
    await linkRecordsToClient(trx, context, after, before)
    return undefined
  },
  list: {
    query: v.object({
      ...pageQuerySchema.entries,
      category: v.optional(v.picklist(filters, 'Choose Buyers, Sellers or Both.'), ''),
    }),
    where: ({ search, category }) => [
      sql<boolean>`category in (${sql.join(categoriesIn(category))})`,
      ...(search === '' ? [] : [sql<boolean>`${searched} ilike ${likePattern(search)}`]),
    ],
    orderBy: () => sql`created_at desc, id desc`,
  },
  deletedWithRecord: {
    interactions: (id) => sql`select version from interactions where client = ${id}`,
    follow_ups: (id) => sql`select version from follow_ups where client = ${id}`,
  },
})

const searched = sql`(first_name || ' ' || last_name || ' ' || email || ' ' || phone_number)`

/** Tables whose records refer to a client by email while their `client` is null. */
const tablesWithClientEmail = ownEntities
  .filter((entity) => kinds[entity].dependsOn?.['client'] === 'client_email')
  .map(tableOf)

function tableOf(entity: (typeof ownEntities)[number]): string {
  return kinds[entity].table
}

/** If the email changes, links the records that refer to the client only by the old email. If several clients have it, the oldest gets them. */
async function linkRecordsToClient(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  { email }: Pick<Client, 'email'>,
  current: Pick<Client, 'id' | 'email'>,
): Promise<void> {
  if (normalized(email) === normalized(current.email)) return
  for (const table of tablesWithClientEmail) {
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
