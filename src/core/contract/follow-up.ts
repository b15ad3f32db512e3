import * as v from 'valibot'
import { plainDate, requiredText, serverId } from './fields.ts'

const followUpFields = v.object({
  due_date: plainDate,
  text: requiredText('What to Do', 500),
  done: v.optional(v.boolean('Choose whether it is done.'), false),
})

export const followUpFormSchema = v.pick(followUpFields, ['due_date', 'text'])

export const newFollowUpSchema = v.object({ client: serverId, ...followUpFields.entries })

/** `client` cannot be changed. */
export const followUpChangesSchema = v.partial(followUpFields)

export type NewFollowUp = v.InferOutput<typeof newFollowUpSchema>

/** Something to do for a client, due on `due_date`. */
export type FollowUp = NewFollowUp & { id: number; created_at: string }
