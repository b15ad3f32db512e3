import * as v from 'valibot'
import { optionalDate } from '#core/contract/fields.ts'

/** `?today=` is the agent's own date, which may differ from the server's. */
export const todayQuerySchema = v.object({
  today: optionalDate(),
})
