import * as v from 'valibot'
import { plainDate } from '#core/contract/fields.ts'

/** `?today=`, the agent's own date: it may be tomorrow already where the server stands. */
export const todayQuerySchema = v.object({
  today: v.optional(v.union([v.literal(''), plainDate], 'Enter a date.'), ''),
})
