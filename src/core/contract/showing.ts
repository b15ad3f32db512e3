import * as v from 'valibot'
import { emailAddress, optionalClient, optionalText, plainDate, plainTime } from './fields.ts'
import { endsAfterStart, type Realtor } from './visit-fields.ts'

export const showingStatuses = ['Scheduled', 'Held', 'Cancelled', 'No-show'] as const

export const priceOpinions = ['Low', 'Right', 'High'] as const

/** From hardly any interest to a great deal of it. */
export const interests = [1, 2, 3, 4, 5] as const

const showingFields = v.object({
  showing_date: plainDate,
  start_time: plainTime,
  end_time: plainTime,
  client_email: emailAddress('Client Email'),
  // The rest is an extension of ours.
  client: optionalClient,
  status: v.optional(v.picklist(showingStatuses, 'Choose Scheduled, Held, Cancelled or No-show.'), 'Scheduled'),
  /** For the agent alone: it is in no report, and what was written before there were two fields is here. */
  feedback: optionalText('Private'),
  /** The seller report quotes it. */
  feedback_for_seller: optionalText('For the seller'),
  interest: v.optional(v.nullable(v.picklist(interests, 'Choose 1 to 5.')), null),
  price_opinion: v.optional(v.nullable(v.picklist(priceOpinions, 'Choose Low, Right or High.')), null),
})

/** What the form, and a request that makes a showing, must hold. */
export const newShowingSchema = v.pipe(showingFields, endsAfterStart<v.InferOutput<typeof showingFields>>())

/** What the form must hold; its client stands by key, because it may not have an id yet. */
export const showingFormSchema = v.pipe(
  v.object({
    ...v.pick(showingFields, ['showing_date', 'start_time', 'end_time', 'client_email']).entries,
    client: v.string(),
  }),
  endsAfterStart<ShowingForm>(),
)
type ShowingForm = Pick<NewShowing, 'showing_date' | 'start_time' | 'end_time' | 'client_email'> & { client: string }

/** What the form of an outcome must hold; nothing chosen is ''. */
export const showingOutcomeSchema = v.object({
  status: showingFields.entries.status,
  interest: v.pipe(
    v.string(),
    v.transform((text) => interests.find((one) => String(one) === text) ?? null),
  ),
  price_opinion: v.pipe(
    v.string(),
    v.transform((text) => priceOpinions.find((one) => one === text) ?? null),
  ),
  feedback: showingFields.entries.feedback,
  feedback_for_seller: showingFields.entries.feedback_for_seller,
})
export type ShowingOutcome = v.InferOutput<typeof showingOutcomeSchema>

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
