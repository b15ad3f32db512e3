import * as v from 'valibot'
import { emailAddress, optionalClient, optionalText, plainDate, plainTime } from './fields.ts'
import { endsAfterStart, type Realtor } from './visit-fields.ts'

export const showingStatuses = ['Scheduled', 'Held', 'Cancelled', 'No-show'] as const

export const priceOpinions = ['Low', 'Right', 'High'] as const

export const interests = [1, 2, 3, 4, 5] as const

const showingFields = v.object({
  showing_date: plainDate,
  start_time: plainTime,
  end_time: plainTime,
  client_email: emailAddress('Client Email'),
  // The rest are extensions.
  client: optionalClient,
  status: v.optional(v.picklist(showingStatuses, 'Choose Scheduled, Held, Cancelled or No-show.'), 'Scheduled'),
  /** Private to the agent and in no report. Also has the feedback written before `feedback_for_seller` existed. */
  feedback: optionalText('Private'),
  feedback_for_seller: optionalText('For the seller'),
  interest: v.optional(v.nullable(v.picklist(interests, 'Choose 1 to 5.')), null),
  price_opinion: v.optional(v.nullable(v.picklist(priceOpinions, 'Choose Low, Right or High.')), null),
})

export const newShowingSchema = v.pipe(showingFields, endsAfterStart<v.InferOutput<typeof showingFields>>())

/** Rules for the form; `client` is a local key, because the client may not have an id yet. */
export const showingFormSchema = v.pipe(
  v.object({
    ...v.pick(showingFields, ['showing_date', 'start_time', 'end_time', 'client_email']).entries,
    client: v.string(),
  }),
  endsAfterStart<ShowingForm>(),
)
type ShowingForm = Pick<NewShowing, 'showing_date' | 'start_time' | 'end_time' | 'client_email'> & { client: string }

/** Rules for the outcome form, where '' means nothing chosen. */
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

/** The changed showing must satisfy `newShowingSchema`. */
export const showingChangesSchema = v.partial(showingFields)

export type NewShowing = v.InferOutput<typeof newShowingSchema>

export type Showing = NewShowing & {
  id: number
  listing: number
  listing_address: string
  /** The agent who shows the listing; some servers send only the name. */
  realtor: Realtor | string | null
}
