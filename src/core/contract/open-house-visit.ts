import * as v from 'valibot'
import { emailAddress, optionalClient, optionalText, plainDate, requiredText, serverId } from './fields.ts'

const instant = v.pipe(
  v.string('Enter a date and time.'),
  v.isoTimestamp('Enter a date and time.'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Enter a date and time.'),
  v.transform((text) => new Date(text).toISOString()),
  // Years before 0 and after 9999, which PostgreSQL does not read so, begin with a sign that sorts before all digits.
  v.check((instant) => instant >= '1900', 'Enter a date and time.'),
)

/** What a visitor agreed to, with the very words that stood on the screen. */
const consentSchema = v.object({
  /** What it is about, such as 'contact'. */
  kind: requiredText('Kind', 60),
  wording_version: requiredText('Wording Version', 60),
  wording: requiredText('Wording', 2000),
  given_at: instant,
})

export const longestName = 200

const visitFields = v.object({
  open_house: serverId,
  client_email: emailAddress('Client Email'),
  // The rest is an extension of ours, and most of it comes from the kiosk.
  client: optionalClient,
  name: optionalText('Name', longestName),
  phone_number: optionalText('Phone Number', 40),
  consents: v.optional(v.pipe(v.array(consentSchema), v.maxLength(20, 'At most 20 consents.')), []),
  signed_in_at: v.optional(v.nullable(instant), null),
  /** What came of calling somebody who is no client: nothing yet, 'done', or the day that it was put off to. */
  follow_up: v.optional(v.union([v.picklist(['', 'done']), plainDate], 'Enter a date, or done.'), ''),
})

/** What a request that adds a visitor must hold. */
export const newOpenHouseVisitSchema = visitFields

/** What a form with a visitor must hold beside the open house, which it keeps by its key. */
export const visitorFormSchema = v.pick(visitFields, ['client_email', 'name', 'phone_number'])

export const openHouseVisitChangesSchema = v.partial(visitFields)

export type Consent = v.InferOutput<typeof consentSchema>
export type NewOpenHouseVisit = v.InferOutput<typeof newOpenHouseVisitSchema>

/** A visitor of an open house as the server sends it; `open_house` is an id. */
export type OpenHouseVisit = NewOpenHouseVisit & {
  id: number
  /** The id of the listing that was open. */
  listing: number
}
