import { visitDays } from './visitors-to-call.ts'
import { addDays, dateInWords, daysBetween } from './wall-clock.ts'

type Client = { key: string; category?: string | undefined; created_at?: string | undefined }
type FollowUp = { key: string; of_client_key: string; due_date: string; text: string; done: boolean }
/** Something that was with a client on a day. */
type Met = { clientKey: string; date: string; address: string | null }

export type ToCallAbout = {
  today: string
  clients: readonly Client[]
  followUps: readonly FollowUp[]
  /** The last day on which something was said to a client, by key. */
  lastWord: ReadonlyMap<string, string>
  /** Visits of open houses. */
  visits: readonly Met[]
  /** Showings that were held, or may have been, without feedback. */
  showings: readonly Met[]
}

/** Someone to call, and why. */
export type CallNext = { clientKey: string; reason: string; followUpKey: string | null }

const showingDays = 3
const silenceDays = 30

/**
 * Whom the agent means to call, or might: due follow-ups first, then visitors of open houses and showings without a word since, then
 * clients who have heard nothing for a month, the longest silence first. Each client once; who has a follow-up on a later day
 * is left alone until then.
 */
export function callNext(asked: ToCallAbout): CallNext[] {
  const open = asked.followUps.filter(({ done }) => !done)
  const due = open
    .filter(({ due_date }) => due_date <= asked.today)
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
    .map(({ key, of_client_key, due_date, text }) => ({
      clientKey: of_client_key,
      reason: due_date === asked.today ? text : `${text} · since ${dateInWords(due_date, asked.today)}`,
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
    reason: cameInWords(asked.today, date, address),
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

/** Of the last days, today included, the newest first, and nothing was said since. */
function unanswered({ today, lastWord }: ToCallAbout, met: readonly Met[], days: number): Met[] {
  return met
    .filter(({ date }) => date > addDays(today, -days) && date <= today)
    .filter(({ clientKey, date }) => (lastWord.get(clientKey) ?? '') < date)
    .toSorted((one, other) => other.date.localeCompare(one.date))
}

function silent({ today, clients, lastWord }: ToCallAbout): CallNext[] {
  const since = addDays(today, -silenceDays)
  return clients
    .map(({ key, created_at }) => ({ key, last: lastWord.get(key) ?? created_at?.slice(0, 10) ?? today }))
    .filter(({ last }) => last <= since)
    .toSorted((one, other) => one.last.localeCompare(other.last))
    .map(({ key, last }) => ({
      clientKey: key,
      reason: `No contact for ${daysBetween(last, today)} days`,
      followUpKey: null,
    }))
}

/** 'Came to the open house at 51 Aiken Way yesterday'. */
export function cameInWords(today: string, date: string, address: string | null): string {
  return `Came to the open house${placeAndDay(today, date, address)}`
}

function placeAndDay(today: string, date: string, address: string | null): string {
  return `${address === null ? '' : ` at ${address}`} ${dayName(date, today)}`
}

function dayName(date: string, today: string): string {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : `on ${dateInWords(date, today)}`
}
