import * as v from 'valibot'
import { optionalDate } from '#core/contract/fields.ts'

/** The query `?today=`: the date on the agent's device, which may differ from the server's. */
export const todayQuerySchema = v.object({
  today: optionalDate(),
})
