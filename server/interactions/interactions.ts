import { sql } from 'kysely'
import { interactionChangesSchema, newInteractionSchema, type Interaction } from '#core/contract/interaction.ts'
import { interaction } from '#core/kinds/interaction-kind.ts'
import { clientChild } from '#server/clients/client-child.ts'
import { jsonInteger, jsonStrings } from '#server/database/json-text.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { standardKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

export const interactions = standardKind<Interaction & OwnRecord>()('interaction', {
  ...clientChild, // the client must be one of the agent's and cannot change
  words: {
    tag: 'interactions',
    one: 'an interaction',
    many: 'interactions',
    list: 'List interactions with clients, newest first',
  },
  record: recordJson('interactions', { client: jsonInteger, ...jsonStrings(interaction.fields) }),
  schema: newInteractionSchema,
  changes: interactionChangesSchema,
  list: { query: wholeListQuerySchema, orderBy: () => sql`date desc, time desc, id desc` },
})
