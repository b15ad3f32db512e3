import * as v from 'valibot'
import { emailAddress, instant, optionalClient, optionalText, plainDate, requiredText, serverId } from './fields.ts'

/** What a visitor agreed to, with the exact wording on the screen. */
const consentSchema = v.object({
  /** The subject, such as 'contact'. */
  kind: requiredText('Kind', 60),
  wording_version: requiredText('Wording Version', 60),
  wording: requiredText('Wording', 2000),
  given_at: instant,
})

export const longestName = 200

const visitFields = v.object({
  open_house: serverId,
  client_email: emailAddress('Client Email'),
  // The fields below are extensions; the kiosk sends most of them.
  client: optionalClient,
  name: optionalText('Name', longestName),
  phone_number: optionalText('Phone Number', 40),
  consents: v.optional(v.pipe(v.array(consentSchema), v.maxLength(20, 'At most 20 consents.')), []),
  signed_in_at: v.optional(v.nullable(instant), null),
  /** The state of a follow-up call to a visitor who is not a client: '' (open), 'done', or the day it was postponed to. */
  follow_up: v.optional(v.union([v.picklist(['', 'done']), plainDate], 'Enter a date, or done.'), ''),
})

export const newOpenHouseVisitSchema = visitFields

export const visitorFormSchema = v.pick(visitFields, ['client_email', 'name', 'phone_number'])

export const openHouseVisitChangesSchema = v.partial(visitFields)

export type Consent = v.InferOutput<typeof consentSchema>
export type NewOpenHouseVisit = v.InferOutput<typeof newOpenHouseVisitSchema>

export type OpenHouseVisit = NewOpenHouseVisit & {
  id: number
  listing: number
}
