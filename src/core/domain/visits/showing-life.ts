import { priceOpinions, type Showing } from '#core/contract/showing.ts'
import { hasPassed, type Moment } from '#core/domain/time/wall-clock.ts'
import { formatCount } from '#core/format/numbers.ts'

type Timed = Pick<Showing, 'showing_date' | 'start_time' | 'end_time'>

/** A plain server says nothing of it: without a status a showing is Scheduled. */
type Life = { [Field in 'status' | 'interest' | 'price_opinion']?: Showing[Field] | undefined }

/** Whether a showing takes its time of the day. */
export function isOn({ status }: Life): boolean {
  return status !== 'Cancelled'
}

/** Whether a showing is to come or has just begun; one of which the agent has said what became of it is not. */
export function isComing({ status, showing_date, end_time }: Timed & Life, now: Moment): boolean {
  return status !== 'Held' && status !== 'No-show' && !hasPassed(showing_date, end_time, now)
}

/** Whether it is time to ask how a showing went: it has begun, and nothing is said of it. Time alone makes none held. */
export function asksHowItWent({ status = 'Scheduled', showing_date, start_time }: Timed & Life, now: Moment): boolean {
  return status === 'Scheduled' && hasPassed(showing_date, start_time, now)
}

/** The coming ones with the next on top, then the earlier ones with the latest on top. */
export function comingFirst<Listed extends Timed & Life>(showings: readonly Listed[], now: Moment): Listed[] {
  const coming = showings.filter((showing) => isComing(showing, now)).toSorted(byTime)
  const earlier = showings.filter((showing) => !isComing(showing, now)).toSorted(byTime)
  return [...coming, ...earlier.toReversed()]
}

/** The next showing of each listing that takes place, the one that is on included. */
export function nextShowings<Listed extends Timed & Life & { listing_key: string }>(
  showings: readonly Listed[],
  now: Moment,
): ReadonlyMap<string, Listed> {
  const coming = showings.filter((showing) => isOn(showing) && isComing(showing, now)).toSorted(byTime)
  // Of two with one name a map keeps the last.
  return new Map(coming.toReversed().map((showing) => [showing.listing_key, showing]))
}

function byTime(one: Timed, other: Timed): number {
  const [first, second] = [one, other].map(({ showing_date, start_time }) => `${showing_date} ${start_time}`)
  if (first === second) return 0
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** "too high": what a buyer thinks of a price. */
function formatPriceOpinion(opinion: NonNullable<Life['price_opinion']>): string {
  return opinion === 'Right' ? 'right' : `too ${opinion.toLowerCase()}`
}

/** "Held · interest 4 of 5 · price too high"; only one that was held has buyers who said something. */
export function formatShowingState({ status = 'Scheduled', interest, price_opinion }: Life): string {
  if (status !== 'Held') return status
  const said = [
    status,
    interest && `interest ${interest} of 5`,
    price_opinion && `price ${formatPriceOpinion(price_opinion)}`,
  ]
  return said.filter(Boolean).join(' · ')
}

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
    return count === 0 ? [] : [`${count} ${formatPriceOpinion(opinion)}`]
  })
  const summary = [
    `${formatCount(held.length, 'showing')} held`,
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
