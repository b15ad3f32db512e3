import { sql } from 'kysely'
import { newShowingSchema, showingChangesSchema, type Showing } from '#core/contract/showing.ts'
import { showing } from '#core/kinds/showing-kind.ts'
import { jsonIntegerOrNull, jsonStrings } from '#server/database/json-text.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { listingChild } from '#server/listings/listing-child.ts'
import { standardKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

const { fields, kind } = listingChild('showings')

/** Overlapping showings are allowed: the app warns the agent. */
export const showings = standardKind<Showing & OwnRecord>()('showing', {
  ...kind,
  idName: 'showing_id',
  words: {
    tag: 'showings',
    one: 'a showing',
    many: 'showings',
    list: 'List the showings of a listing, earliest first',
    createSuffix: ' for a listing',
  },
  record: recordJson('showings', {
    ...fields,
    ...jsonStrings(showing.fields),
    client: jsonIntegerOrNull,
    interest: jsonIntegerOrNull,
  }),
  nullIfMissing: { client: 'clients' },
  schema: newShowingSchema,
  changes: showingChangesSchema,
  list: { query: wholeListQuerySchema, orderBy: () => sql`showing_date, start_time, id` },
})
