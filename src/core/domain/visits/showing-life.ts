import type { Showing } from '#core/contract/showing.ts'
import { hasPassed, type Moment } from '#core/domain/time/has-passed.ts'

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
export function priceInWords(opinion: NonNullable<Life['price_opinion']>): string {
  return opinion === 'Right' ? 'right' : `too ${opinion.toLowerCase()}`
}

/** "Held · interest 4 of 5 · price too high"; only one that was held has buyers who said something. */
export function lifeInWords({ status = 'Scheduled', interest, price_opinion }: Life): string {
  if (status !== 'Held') return status
  const said = [
    status,
    interest && `interest ${interest} of 5`,
    price_opinion && `price ${priceInWords(price_opinion)}`,
  ]
  return said.filter(Boolean).join(' · ')
}
