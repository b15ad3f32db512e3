import { addDays, dateOfInstant, daysBetween, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'
import { timeOfMinutes } from '#core/domain/time/usual-times.ts'
import { formatDate } from '#core/format/dates.ts'

type Client = { key: string; category?: string | undefined; created_at?: string | undefined }
type FollowUp = { key: string; of_client_key: string; due_date: string; text: string; done: boolean }
/** Something that was with a client; `time` is that of its beginning. */
type Met = { clientKey: string; date: string; time: string; address: string | null }

export type ToCallAbout = {
  today: string
  clients: readonly Client[]
  followUps: readonly FollowUp[]
  /** The moment of the last word with a client by the wall clock, "2026-11-21 10:45:00", by key. */
  lastWord: ReadonlyMap<string, string>
  /** The keys of clients whom the agent was with in the last `silenceDays`, or is to meet. */
  inTouch: ReadonlySet<string>
  /** Visits of open houses. */
  visits: readonly Met[]
  /** Showings that were held, or may have been, without feedback. */
  showings: readonly Met[]
}

/** Someone to call, and why. */
export type CallNext = { clientKey: string; reason: string; followUpKey: string | null }

const showingDays = 3
/** So long a client may go without a word. */
export const silenceDays = 30

/**
 * Whom the agent means to call, or might: due follow-ups first, then visitors of open houses and showings without a word since, then
 * clients without a word or a meeting for a month, the longest silence first. Each client once; who has a follow-up on a later day
 * is left alone until then.
 */
export function callNext(asked: ToCallAbout): CallNext[] {
  const open = asked.followUps.filter(({ done }) => !done)
  const due = open
    .filter(({ due_date }) => due_date <= asked.today)
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
    .map(({ key, of_client_key, due_date, text }) => ({
      clientKey: of_client_key,
      reason: due_date === asked.today ? text : `${text} · since ${formatDate(due_date, asked.today)}`,
      followUpKey: key,
    }))
  const isPromised = new Set(open.map(({ of_client_key }) => of_client_key))
  const others = [...afterVisits(asked), ...afterShowings(asked), ...silent(asked)]
  const isKnown = new Set(asked.clients.map(({ key }) => key))
  const listed = new Set<string>()
  return [...due, ...others.filter(({ clientKey }) => !isPromised.has(clientKey))].filter(({ clientKey }) => {
    if (!isKnown.has(clientKey) || listed.has(clientKey)) return false
    listed.add(clientKey)
    return true
  })
}

function afterVisits(asked: ToCallAbout): CallNext[] {
  return unanswered(asked, asked.visits, visitDays).map(({ clientKey, date, address }) => ({
    clientKey,
    reason: formatAttendance(asked.today, date, address),
    followUpKey: null,
  }))
}

function afterShowings(asked: ToCallAbout): CallNext[] {
  return unanswered(asked, asked.showings, showingDays).map(({ clientKey, date, address }) => ({
    clientKey,
    reason: `Showing${placeAndDay(asked.today, date, address)}, no feedback yet`,
    followUpKey: null,
  }))
}

/** Of today and so many days before, the newest first, and nothing was said since. */
function unanswered({ today, lastWord }: ToCallAbout, met: readonly Met[], days: number): Met[] {
  return met
    .filter(({ date }) => date >= addDays(today, -days) && date <= today)
    .filter(({ clientKey, date, time }) => toTheMinute(lastWord.get(clientKey) ?? '') < toTheMinute(`${date} ${time}`))
    .toSorted((one, other) => other.date.localeCompare(one.date))
}

/** A word that was just logged has no seconds yet. */
function toTheMinute(moment: string): string {
  return moment.slice(0, '2026-11-21 10:45'.length)
}

function silent({ today, clients, followUps, lastWord, inTouch }: ToCallAbout): CallNext[] {
  const since = addDays(today, -silenceDays)
  // What was ticked off was done, whether or not a call was logged with it.
  const done = followUps.filter((followUp) => followUp.done && followUp.due_date > since)
  const isServed = new Set(done.map(({ of_client_key }) => of_client_key))
  return clients
    .filter(({ key }) => !inTouch.has(key) && !isServed.has(key))
    .map(({ key, created_at }) => ({ key, last: lastWord.get(key)?.slice(0, 10) ?? dayOf(created_at) ?? today }))
    .filter(({ last }) => last <= since)
    .toSorted((one, other) => one.last.localeCompare(other.last))
    .map(({ key, last }) => ({
      clientKey: key,
      reason: `No word for ${daysBetween(last, today)} days`,
      followUpKey: null,
    }))
}

/** The local day of an instant of the server, "2026-11-21T01:00:00Z". */
function dayOf(instant: string | undefined): string | null {
  const atMs = Date.parse(instant ?? '')
  return Number.isNaN(atMs) ? null : dateOfInstant(atMs)
}

/** 'Came to the open house at 51 Aiken Way yesterday'. */
export function formatAttendance(today: string, date: string, address: string | null): string {
  return `Came to the open house${placeAndDay(today, date, address)}`
}

function placeAndDay(today: string, date: string, address: string | null): string {
  return `${address === null ? '' : ` at ${address}`} ${dayName(date, today)}`
}

function dayName(date: string, today: string): string {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : `on ${formatDate(date, today)}`
}

type Visitor = {
  client_email: string
  phone_number?: string | undefined
  consents?: readonly Consent[] | undefined
  signed_in_at?: string | null | undefined
  follow_up?: string | undefined
}

type Visit = { visitor: Visitor; date: string }

/** How long after an open house its visitors are worth a call. */
export const visitDays = 7

/**
 * How a visitor has agreed to be reached. Nobody is reached who signed in and agreed to nothing; whom the agent wrote down
 * told it to the agent. Where it is not known whether they signed in, as on a plain server, nobody is reached unasked.
 */
export function waysAgreedTo({ consents = [], signed_in_at }: Visitor): { email: boolean; phone: boolean } {
  if (signed_in_at === null && consents.length === 0) return { email: true, phone: true }
  const agreed = new Set(consents.map(({ kind }) => kind))
  return { email: agreed.has('email'), phone: agreed.has('phone') }
}

/**
 * When a visitor came to an open house, by the wall clock: one who has signed in did so then, one who was written down came
 * some time of that day. On a house that this device does not know it was today.
 */
export function momentOfVisit(
  { signed_in_at }: Pick<Visitor, 'signed_in_at'>,
  house: { date: string; start_time: string } | undefined,
  today: string,
): { date: string; time: string } {
  if (house === undefined) return { date: today, time: '' }
  const { date, start_time } = house
  const signedInAt = signed_in_at ? Date.parse(signed_in_at) : 0
  if (dateOfInstant(signedInAt) === date) return { date, time: timeOfMinutes(minutesOfInstant(signedInAt)) }
  // A house that begins later today may have been made ready with its visitors.
  return { date, time: date === today ? '' : start_time }
}

/** Whether a call was put off until today or before. */
export function isPutOff(followUp: string, today: string): boolean {
  return followUp !== '' && followUp !== 'done' && followUp <= today
}

/**
 * Of visitors who are not clients yet, those of today and the `visitDays` before, and those who were put off until now, as far
 * as they may be reached and it is not done; the newest first.
 */
export function visitorsToCall<Met extends Visit>(visits: readonly Met[], today: string): Met[] {
  const met = new Set<string>()
  return visits
    .filter(({ date, visitor: { follow_up = '' } }) =>
      follow_up === '' ? date >= addDays(today, -visitDays) && date <= today : isPutOff(follow_up, today),
    )
    .filter(({ visitor }) => {
      const { email, phone } = waysAgreedTo(visitor)
      return email || (phone && (visitor.phone_number ?? '') !== '')
    })
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .filter(({ visitor }) => {
      const address = visitor.client_email.trim().toLowerCase()
      if (met.has(address)) return false
      met.add(address)
      return true
    })
}
