import { priceOpinions, type Showing } from '#core/contract/showing.ts'
import { asksHowItWent, priceInWords } from './showing-life.ts'

type Shown = Pick<Showing, 'showing_date' | 'start_time' | 'end_time'> & {
  [Field in 'status' | 'interest' | 'price_opinion']?: Showing[Field] | undefined
}

/** What the buyers of some showings said; nothing of who they are. */
type ShowingFeedback = {
  /** "2 showings held · average interest 3.5 of 5 · price: 1 right, 1 too high"; null where none was held. */
  summary: string | null
  /** Showings that have begun, and of which nothing is said yet. */
  unsaid: number
}

/** The feedback of the showings that were held; null where none was, and none waits to be asked about. */
export function feedbackOf(
  showings: readonly Shown[],
  now: { today: string; minutesNow: number },
): ShowingFeedback | null {
  const held = showings.filter(({ status }) => status === 'Held')
  const unsaid = showings.filter((showing) => asksHowItWent(showing, now)).length
  if (held.length === 0 && unsaid === 0) return null
  const interests = held.flatMap(({ interest }) => interest ?? [])
  const mean = interests.reduce((sum, interest) => sum + interest, 0) / interests.length
  const prices = priceOpinions.flatMap((opinion) => {
    const count = held.filter(({ price_opinion }) => price_opinion === opinion).length
    return count === 0 ? [] : [`${count} ${priceInWords(opinion)}`]
  })
  const summary = [
    `${held.length} ${held.length === 1 ? 'showing' : 'showings'} held`,
    interests.length > 0 && `average interest ${mean.toFixed(1)} of 5`,
    prices.length > 0 && `price: ${prices.join(', ')}`,
  ]
  return { summary: held.length === 0 ? null : summary.filter(Boolean).join(' · '), unsaid }
}

type Feedback = { [Field in 'feedback' | 'feedback_for_seller']?: string | undefined }

/** Whether anything is written of what the buyer said, for the seller or for the agent alone. */
export function hasFeedback({ feedback = '', feedback_for_seller = '' }: Feedback): boolean {
  return feedback !== '' || feedback_for_seller !== ''
}

/** Held, and nothing is written yet of what the buyer said. */
export function isHalfSaid(showing: Pick<Shown, 'status'> & Feedback): boolean {
  return showing.status === 'Held' && !hasFeedback(showing)
}
