import { priceOpinions, type Showing } from '#core/contract/showing.ts'
import { hasPassed, type Moment } from '#core/domain/time/wall-clock.ts'
import { formatCount } from '#core/format/numbers.ts'

type Timed = Pick<Showing, 'showing_date' | 'start_time' | 'end_time'>

/** A plain server sends none of these fields; a showing without a status is Scheduled. */
type OutcomeFields = { [Field in 'status' | 'interest' | 'price_opinion']?: Showing[Field] | undefined }

export function isNotCancelled({ status }: OutcomeFields): boolean {
  return status !== 'Cancelled'
}

/** False once the showing has ended or is marked Held or No-show. A cancelled one is coming until its time has passed. */
export function isComing({ status, showing_date, end_time }: Timed & OutcomeFields, now: Moment): boolean {
  return status !== 'Held' && status !== 'No-show' && !hasPassed(showing_date, end_time, now)
}

/** Whether to ask for the outcome: the showing has begun and has none. Time alone never makes a showing held. */
export function needsOutcome(
  { status = 'Scheduled', showing_date, start_time }: Timed & OutcomeFields,
  now: Moment,
): boolean {
  return status === 'Scheduled' && hasPassed(showing_date, start_time, now)
}

/** Returns the coming showings first, the next on top; then the earlier ones, the latest on top. */
export function comingFirst<Listed extends Timed & OutcomeFields>(showings: readonly Listed[], now: Moment): Listed[] {
  const coming = showings.filter((showing) => isComing(showing, now)).toSorted(byTime)
  const earlier = showings.filter((showing) => !isComing(showing, now)).toSorted(byTime)
  return [...coming, ...earlier.toReversed()]
}

/** The current or next showing of each listing. */
export function nextShowings<Listed extends Timed & OutcomeFields & { listing_key: string }>(
  showings: readonly Listed[],
  now: Moment,
): ReadonlyMap<string, Listed> {
  const coming = showings.filter((showing) => isNotCancelled(showing) && isComing(showing, now)).toSorted(byTime)
  // Reversed, because a map stores the last of several entries with one key.
  return new Map(coming.toReversed().map((showing) => [showing.listing_key, showing]))
}

function byTime(one: Timed, other: Timed): number {
  const [first, second] = [one, other].map(({ showing_date, start_time }) => `${showing_date} ${start_time}`)
  if (first === second) return 0
  return (first ?? '') < (second ?? '') ? -1 : 1
}

function formatPriceOpinion(opinion: NonNullable<OutcomeFields['price_opinion']>): string {
  return opinion === 'Right' ? 'right' : `too ${opinion.toLowerCase()}`
}

export function formatShowingState({ status = 'Scheduled', interest, price_opinion }: OutcomeFields): string {
  if (status !== 'Held') return status
  const parts = [
    status,
    interest && `interest ${interest} of 5`,
    price_opinion && `price ${formatPriceOpinion(price_opinion)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

type Shown = Pick<Showing, 'showing_date' | 'start_time' | 'end_time'> & {
  [Field in 'status' | 'interest' | 'price_opinion']?: Showing[Field] | undefined
}

/** Feedback for the seller; it contains nothing about who the buyers are. */
type ShowingFeedback = {
  /** "2 showings held · average interest 3.5 of 5 · price: 1 right, 1 too high"; null if none was held. */
  summary: string | null
  /** The number of showings that have begun and have no outcome yet. */
  withoutOutcome: number
}

/** Summarizes the outcomes of a listing's showings; null if none was held and none lacks an outcome. */
export function feedbackOf(
  showings: readonly Shown[],
  now: { today: string; minutesNow: number },
): ShowingFeedback | null {
  const held = showings.filter(({ status }) => status === 'Held')
  const withoutOutcome = showings.filter((showing) => needsOutcome(showing, now)).length
  if (held.length === 0 && withoutOutcome === 0) return null
  const interests = held.flatMap(({ interest }) => interest ?? [])
  const mean = interests.reduce((sum, interest) => sum + interest, 0) / interests.length
  const prices = priceOpinions.flatMap((opinion) => {
    const count = held.filter(({ price_opinion }) => price_opinion === opinion).length
    return count === 0 ? [] : [`${count} ${formatPriceOpinion(opinion)}`]
  })
  const summary = [
    `${formatCount(held.length, 'showing')} held`,
    interests.length > 0 && `average interest ${mean.toFixed(1)} of 5`,
    prices.length > 0 && `price: ${prices.join(', ')}`,
  ]
  return { summary: held.length === 0 ? null : summary.filter(Boolean).join(' · '), withoutOutcome }
}

type Feedback = { [Field in 'feedback' | 'feedback_for_seller']?: string | undefined }

export function hasFeedback({ feedback = '', feedback_for_seller = '' }: Feedback): boolean {
  return feedback !== '' || feedback_for_seller !== ''
}

export function lacksFeedback(showing: Pick<Shown, 'status'> & Feedback): boolean {
  return showing.status === 'Held' && !hasFeedback(showing)
}
