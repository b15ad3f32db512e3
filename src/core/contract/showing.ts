import * as v from 'valibot'
import { emailAddress, plainDate, plainTime } from './fields.ts'
import type { Realtor } from './realtor.ts'
import { endsAfterStart } from './visit-times.ts'

const showingFields = v.object({
  showing_date: plainDate,
  start_time: plainTime,
  end_time: plainTime,
  client_email: emailAddress('Client Email'),
})

/** What the form, and a request that makes a showing, must hold. */
export const newShowingSchema = v.pipe(showingFields, endsAfterStart<v.InferOutput<typeof showingFields>>())

/** A change to a showing: any of its fields; the showing that comes of it must satisfy `newShowingSchema`. */
export const showingChangesSchema = v.partial(showingFields)

export type NewShowing = v.InferOutput<typeof newShowingSchema>

/** A showing as the server sends it; dates and times are those of the clock at the property. */
export type Showing = NewShowing & {
  id: number
  /** The id of its listing. */
  listing: number
  listing_address: string
  realtor: Realtor | string | null
}
