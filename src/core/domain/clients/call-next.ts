import { addDays, dateOfInstant, daysBetween, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import { formatDate } from '#core/format/dates.ts'

type Client = { key: string; category?: string | undefined; created_at?: string | undefined }
type FollowUp = { key: string; of_client_key: string; due_date: string; text: string; done: boolean }
type Meeting = { clientKey: string; date: string; time: string; address: string | null }

export type CallNextInput = {
  today: string
  clients: readonly Client[]
  followUps: readonly FollowUp[]
  /** Wall-clock time of the last contact by client key, "2026-11-21 10:45:00". */
  lastContactByClientKey: ReadonlyMap<string, string>
  /** Keys of the clients whom the agent met in the last `silenceDays`, or will meet. */
  inTouch: ReadonlySet<string>
  /** Visits of clients to open houses. */
  visits: readonly Meeting[]
  /** Showings without feedback that took place, or may have taken place. */
  showings: readonly Meeting[]
}

export type CallNext = { clientKey: string; reason: string; followUpKey: string | null }

/** A showing without feedback is a reason to call for this many days. */
const showingDays = 3
export const silenceDays = 30

/**
 * Returns whom to call: due follow-ups, then visitors of open houses and showings without contact since, then clients without
 * contact for `silenceDays`, the longest silence first. Each client appears once; an open follow-up replaces other reasons.
 */
export function callNext(input: CallNextInput): CallNext[] {
  const open = input.followUps.filter(({ done }) => !done)
  const due = open
    .filter(({ due_date }) => due_date <= input.today)
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
    .map(({ key, of_client_key, due_date, text }) => ({
      clientKey: of_client_key,
      reason: due_date === input.today ? text : `${text} · since ${formatDate(due_date, input.today)}`,
      followUpKey: key,
    }))
  const withOpenFollowUp = new Set(open.map(({ of_client_key }) => of_client_key))
  const others = [...afterVisits(input), ...afterShowings(input), ...clientsWithoutContact(input)]
  const knownKeys = new Set(input.clients.map(({ key }) => key))
  const listed = new Set<string>()
  return [...due, ...others.filter(({ clientKey }) => !withOpenFollowUp.has(clientKey))].filter(({ clientKey }) => {
    if (!knownKeys.has(clientKey) || listed.has(clientKey)) return false
    listed.add(clientKey)
    return true
  })
}

function afterVisits(input: CallNextInput): CallNext[] {
  return withoutContactSince(input, input.visits, visitDays).map(({ clientKey, date, address }) => ({
    clientKey,
    reason: formatAttendance(input.today, date, address),
    followUpKey: null,
  }))
}

function afterShowings(input: CallNextInput): CallNext[] {
  return withoutContactSince(input, input.showings, showingDays).map(({ clientKey, date, address }) => ({
    clientKey,
    reason: `Showing${placeAndDay(input.today, date, address)}, no feedback yet`,
    followUpKey: null,
  }))
}

/** Returns the meetings of the last `days` days after which the client was not contacted, newest first. */
function withoutContactSince(
  { today, lastContactByClientKey }: CallNextInput,
  meetings: readonly Meeting[],
  days: number,
): Meeting[] {
  return meetings
    .filter(({ date }) => date >= addDays(today, -days) && date <= today)
    .filter(
      ({ clientKey, date, time }) =>
        toTheMinute(lastContactByClientKey.get(clientKey) ?? '') < toTheMinute(`${date} ${time}`),
    )
    .toSorted((one, other) => other.date.localeCompare(one.date))
}

/** Cuts off the seconds: a contact that was just logged on this device does not have them yet. */
function toTheMinute(moment: string): string {
  return moment.slice(0, '2026-11-21 10:45'.length)
}

function clientsWithoutContact({
  today,
  clients,
  followUps,
  lastContactByClientKey,
  inTouch,
}: CallNextInput): CallNext[] {
  const since = addDays(today, -silenceDays)
  // A completed follow-up counts as contact, even if no call was logged.
  const done = followUps.filter((followUp) => followUp.done && followUp.due_date > since)
  const followedUp = new Set(done.map(({ of_client_key }) => of_client_key))
  return clients
    .filter(({ key }) => !inTouch.has(key) && !followedUp.has(key))
    .map(({ key, created_at }) => ({
      key,
      last: lastContactByClientKey.get(key)?.slice(0, 10) ?? dayOf(created_at) ?? today,
    }))
    .filter(({ last }) => last <= since)
    .toSorted((one, other) => one.last.localeCompare(other.last))
    .map(({ key, last }) => ({
      clientKey: key,
      reason: `No word for ${daysBetween(last, today)} days`,
      followUpKey: null,
    }))
}

function dayOf(instant: string | undefined): string | null {
  const atMs = Date.parse(instant ?? '')
  return Number.isNaN(atMs) ? null : dateOfInstant(atMs)
}

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

/** Visitors are worth a call for this many days after an open house. */
export const visitDays = 7

/** How a visitor agreed to be reached: both ways if the agent added the visitor (`signed_in_at` is null). If it is undefined, only consents count. */
export function waysAgreedTo({ consents = [], signed_in_at }: Visitor): { email: boolean; phone: boolean } {
  if (signed_in_at === null && consents.length === 0) return { email: true, phone: true }
  const agreed = new Set(consents.map(({ kind }) => kind))
  return { email: agreed.has('email'), phone: agreed.has('phone') }
}

/** When a visitor came: at a sign-in on the day of the open house; else at its start, or with `time` '' if the open house is today or unknown. */
export function momentOfVisit(
  { signed_in_at }: Pick<Visitor, 'signed_in_at'>,
  house: { date: string; start_time: string } | undefined,
  today: string,
): { date: string; time: string } {
  if (house === undefined) return { date: today, time: '' }
  const { date, start_time } = house
  const signedInAt = signed_in_at ? Date.parse(signed_in_at) : 0
  if (dateOfInstant(signedInAt) === date) return { date, time: timeOfMinutes(minutesOfInstant(signedInAt)) }
  // The agent may enter visitors of today's open house before it begins, so its start is not the time of their visit: the time stays empty.
  return { date, time: date === today ? '' : start_time }
}

export function isFollowUpDue(followUp: string, today: string): boolean {
  return followUp !== '' && followUp !== 'done' && followUp <= today
}

/** Visitors to call, newest first, each email once: those of the last `visitDays` or with a follow-up due now, if they agreed to be contacted. */
export function visitorsToCall<SomeVisit extends Visit>(visits: readonly SomeVisit[], today: string): SomeVisit[] {
  const listed = new Set<string>()
  return visits
    .filter(({ date, visitor: { follow_up = '' } }) =>
      follow_up === '' ? date >= addDays(today, -visitDays) && date <= today : isFollowUpDue(follow_up, today),
    )
    .filter(({ visitor }) => {
      const { email, phone } = waysAgreedTo(visitor)
      return email || (phone && (visitor.phone_number ?? '') !== '')
    })
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .filter(({ visitor }) => {
      const address = visitor.client_email.trim().toLowerCase()
      if (listed.has(address)) return false
      listed.add(address)
      return true
    })
}
