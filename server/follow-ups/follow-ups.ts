import { sql } from 'kysely'
import { followUpChangesSchema, newFollowUpSchema, type FollowUp } from '#core/contract/follow-up.ts'
import { clientChild } from '#server/clients/client-child.ts'
import { jsonInteger, jsonFlag, jsonString } from '#server/database/json-text.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { standardKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

export const followUps = standardKind<FollowUp & OwnRecord>()('follow_up', {
  ...clientChild, // the client must be one of the agent's and cannot change
  words: {
    tag: 'follow-ups',
    one: 'a follow-up',
    many: 'follow-ups',
    list: 'List follow-ups, earliest due date first',
  },
  record: recordJson('follow_ups', {
    client: jsonInteger,
    due_date: jsonString,
    text: jsonString,
    done: jsonFlag,
  }),
  schema: newFollowUpSchema,
  changes: followUpChangesSchema,
  list: { query: wholeListQuerySchema, orderBy: () => sql`due_date, id` },
})
