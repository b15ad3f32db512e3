import { sql } from 'kysely'
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
import { client } from '#core/kinds/client-kind.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import { jsonStrings } from '#server/database/json-text.ts'
import { standardKind, recordJson, type Owned } from '#server/records/own-kind.ts'
import { linkRecordsToClient } from './link-to-client.ts'

const filters = ['', 'Buyers', 'Sellers', 'Both'] as const

function categoriesIn(filter: (typeof filters)[number]): readonly ClientCategory[] {
  return clientCategories.filter((category) => isInFilter({ category }, filter === '' ? 'All' : filter))
}

/** The REST resource of clients; see `OwnKind` for the fields. */
export const clients = standardKind<Client & Owned>()('client', {
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
  // Deleted together with the client.
  children: {
    interactions: (id) => sql`select version from interactions where client = ${id}`,
    follow_ups: (id) => sql`select version from follow_ups where client = ${id}`,
  },
})

const searched = sql`(first_name || ' ' || last_name || ' ' || email || ' ' || phone_number)`
