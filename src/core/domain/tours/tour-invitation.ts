import { mailLink } from '#core/domain/text/contact-links.ts'
import { firstVisitBegins, inOrder, type TimedStop, visitBegins } from './timed-stop.ts'
import { formatDateWithYear, formatLongDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type Tour = {
  tour_date: string
  start_time: string
  client_email: string
  /** `destination` is the full address. */
  stops: readonly (TimedStop & { destination: string })[]
}

/** The names in a message: the first name of the client and the name of the agent, each '' if unknown. */
export type Correspondents = { client: string; agent: string }

export function tourInvitation(tour: Tour, people: Correspondents): { subject: string; text: string } {
  const stops = inOrder(tour.stops)
  const begins = (stops[0] && visitBegins(stops[0])) ?? tour.start_time
  const lines = stops.map((stop) => {
    const time = visitBegins(stop)
    return time === undefined ? stop.destination : `${formatTime(time)}  ${stop.destination}`
  })
  const day = `property tour on ${formatDateWithYear(tour.tour_date)}`
  const words = [`your ${day} begins at ${formatTime(begins)}:`, '', ...lines].join('\n')
  return { subject: `Your ${day}`, text: composeMessage(people.client, words, people.agent) }
}

/** Returns a `mailto:` link with the invitation, for devices that cannot share texts with other apps. */
export function invitationMail(tour: Tour, people: Correspondents): string {
  const { subject, text } = tourInvitation(tour, people)
  return mailLink(tour.client_email, subject, text)
}

/** Returns a message to the client about a delay. `next`: the next home and the expected time there; null if there is none. */
export function lateText({ minutes, next }: { minutes: number; next: LateAt | null }, people: Correspondents): string {
  const late = `I’m running about ${minutes} minutes late.`
  const where = next === null ? '' : ` I’ll be at ${next.address} at about ${formatTime(next.time)}.`
  return composeMessage(people.client, `${late}${where}`, people.agent)
}

export function cancelText(
  { tour_date, start_time, stops }: Pick<Tour, 'tour_date' | 'start_time'> & { stops: readonly TimedStop[] },
  people: Correspondents,
): string {
  const begins = formatTime(firstVisitBegins(stops) ?? start_time)
  const words = `I have to cancel our property tour on ${formatLongDate(tour_date)} at ${begins}.`
  return composeMessage(people.client, `${words} I’m sorry for the change.`, people.agent)
}

type LateAt = { address: string; time: string }

/** Returns a message with greeting and signature; either name may be ''. */
export function composeMessage(to: string, words: string, from: string): string {
  return [`${greeting(to)} ${words}`, ...signature(from)].join('\n')
}

function greeting(name: string): string {
  return name === '' ? 'Hi,' : `Hi ${name},`
}

function signature(name: string): string[] {
  return name === '' ? [] : ['', name]
}
