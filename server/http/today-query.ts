import * as v from 'valibot'
import { optionalDate } from '#core/contract/fields.ts'

/** `?today=`, the agent's own date: it may be tomorrow already where the server stands. */
export const todayQuerySchema = v.object({
  today: optionalDate(),
})
