import type { Showing } from '../contract/showing.ts'
import { minutesOfDay } from './wall-clock.ts'

type Timed = Pick<Showing, 'showing_date' | 'start_time' | 'end_time'>

/** A plain server says nothing of it: without a status a showing is Scheduled. */
type Life = { [Field in 'status' | 'interest' | 'price_opinion']?: Showing[Field] | undefined }

type Moment = { today: string; minutesNow: number }

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

function hasPassed(date: string, time: string, { today, minutesNow }: Moment): boolean {
  return date < today || (date === today && minutesOfDay(time) <= minutesNow)
}

/** The coming ones with the next on top, then the earlier ones with the latest on top. */
export function comingFirst<Listed extends Timed & Life>(showings: readonly Listed[], now: Moment): Listed[] {
  const coming = showings.filter((showing) => isComing(showing, now)).toSorted(byTime)
  const earlier = showings.filter((showing) => !isComing(showing, now)).toSorted(byTime)
  return [...coming, ...earlier.toReversed()]
}

function byTime(one: Timed, other: Timed): number {
  const [first, second] = [one, other].map(({ showing_date, start_time }) => `${showing_date} ${start_time}`)
  if (first === second) return 0
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** "Held · interest 4 of 5 · price high". */
export function lifeInWords({ status = 'Scheduled', interest, price_opinion }: Life): string {
  const said = [
    status,
    interest && `interest ${interest} of 5`,
    price_opinion && `price ${price_opinion.toLowerCase()}`,
  ]
  return said.filter(Boolean).join(' · ')
}
