import type { TourStep } from '#core/contract/tour.ts'
import { seenHomes } from '#core/domain/tours/tour-run.ts'
import { firstDoorOpens, inOrder, plannedHours, type TimedStop } from '#core/domain/tours/timed-stop.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'

type Visit = { key: string; start_time: string; end_time: string }
type Showing = Visit & {
  showing_date: string
  listing_key: string
  status?: string
  feedback?: string
  feedback_for_seller?: string
}
type Tour = Visit & {
  id?: number | undefined
  tour_date: string
  status: string
  stops: readonly TimedStop[]
  steps?: readonly TourStep[] | undefined
}
type Appointment = Visit & { date: string; title: string }
type OpenHouseVisit = { key: string; open_house_key: string; listing_key: string; signed_in_at?: string | null }
type FollowUp = { key: string; due_date: string; text: string; done: boolean }
type Interaction = { key: string; kind: string; date: string; time: string; text: string }

/** All that this device has of one client. */
export type RecordsOfClient = {
  showings: readonly Showing[]
  tours: readonly Tour[]
  appointments: readonly Appointment[]
  /** With the day and the beginning of the open house. */
  visits: readonly (OpenHouseVisit & { date: string; start_time: string })[]
  /** Those that are not done wait in a list of their own. */
  followUps: readonly FollowUp[]
  interactions: readonly Interaction[]
  /** The address of a listing; null where this device does not know it. */
  addressOf: (listingKey: string) => string | null
}

/** Something that was, or will be, between the agent and a client. */
export type StoryEntry = {
  key: string
  entity: 'showing' | 'tour' | 'appointment' | 'open_house_visit' | 'follow_up' | 'interaction'
  recordKey: string
  date: string
  /** Empty for what has a day only. */
  time: string
  /** Until then it is coming, or under way; empty for what was at one moment. */
  end: string
  /** 'Showing at 51 Aiken Way', 'Call'. */
  title: string
  /** What became of it, or what was said. */
  detail: string
  /** The page with more of it; null where there is none. */
  page: { to: string; name: string } | null
  /** Said, held, completed or called off, whatever the clock says. */
  isOver?: boolean
}

/** What is coming, the soonest first, and what was, the newest first; `now` is the wall clock's "2026-11-21 10:45:00". */
export function storyOfClient(records: RecordsOfClient, now: string): { coming: StoryEntry[]; past: StoryEntry[] } {
  const entries = [
    ...records.showings.map((showing) => showingEntry(showing, records)),
    ...records.tours.map((tour) => tourEntry(tour, now)),
    ...records.appointments.map(appointmentEntry),
    ...records.followUps.filter(({ done }) => done).map(followUpEntry),
    ...records.visits.map((visit) => visitEntry(visit, records)),
    ...records.interactions.map(interactionEntry),
  ].toSorted((one, other) => momentOf(one).localeCompare(momentOf(other)))
  const isComing = (entry: StoryEntry) => !entry.isOver && `${entry.date} ${entry.end}` >= now
  return { coming: entries.filter(isComing), past: entries.filter((entry) => !isComing(entry)).toReversed() }
}

function momentOf({ date, time }: StoryEntry): string {
  return `${date} ${time}`
}

function showingEntry(showing: Showing, { addressOf }: RecordsOfClient): StoryEntry {
  const { key, showing_date: date, listing_key, status = 'Scheduled' } = showing
  const { feedback = '', feedback_for_seller = '' } = showing
  const address = addressOf(listing_key)
  return {
    ...entryOf('showing', key, date, showing),
    title: `Showing${at(address)}`,
    detail: [
      status === 'Scheduled' ? '' : status,
      feedback_for_seller && `For the seller: ${feedback_for_seller}`,
      feedback && `Private: ${feedback}`,
    ]
      .filter(Boolean)
      .join(' · '),
    page: address === null ? null : { to: `/listings/${listing_key}`, name: address },
    isOver: status !== 'Scheduled',
  }
}

/** It begins where its first stop does, and ends with its last, or when the agent says so. */
function tourEntry(tour: Tour, now: string): StoryEntry {
  const { key, id, tour_date: date, stops, status } = tour
  const { start_time, end_time } = tour
  const times = plannedHours(stops) ?? { start_time: firstDoorOpens(stops) ?? start_time, end_time }
  const title = tourTitle(id)
  return {
    ...entryOf('tour', key, date, times),
    // One that is late goes on after its hours.
    ...(status === 'in_progress' ? { end: '24:00:00' } : {}),
    title,
    detail: becameOf(tour, `${date} ${times.end_time}` < now),
    isOver: status === 'completed' || status === 'cancelled',
    page: { to: `/tours/${id ?? key}`, name: title },
  }
}

function becameOf(tour: Tour, isPast: boolean): string {
  const seen = seenHomes(tour).map(({ stop: { listing_address }, rating }) =>
    rating === null ? listing_address : `${listing_address} (${rating} of 5)`,
  )
  const planned = inOrder(tour.stops).map(({ listing_address }) => listing_address)
  const homes = (seen.length > 0 ? seen : planned).join(', ')
  if (tour.status === 'cancelled') return ['Cancelled', homes].filter(Boolean).join(' · ')
  if (seen.length > 0) return homes
  if (tour.status === 'completed') return 'No visits were recorded'
  return tour.status === 'scheduled' && isPast ? 'Not started' : homes
}

function appointmentEntry({ key, date, title, ...times }: Appointment): StoryEntry {
  return { ...entryOf('appointment', key, date, times), title, detail: '', page: null }
}

function visitEntry(visit: RecordsOfClient['visits'][number], { addressOf }: RecordsOfClient): StoryEntry {
  const { key, date, start_time, listing_key } = visit
  const address = addressOf(listing_key)
  return {
    ...entryOf('open_house_visit', key, date, { start_time, end_time: start_time }),
    title: `Open house${at(address)}`,
    detail: '',
    page: address === null ? null : { to: `/listings/${listing_key}`, name: address },
  }
}

function followUpEntry({ key, due_date, text }: FollowUp): StoryEntry {
  return {
    ...entryOf('follow_up', key, due_date, { start_time: '', end_time: '' }),
    title: 'Follow-up done',
    detail: text,
    page: null,
    isOver: true,
  }
}

function interactionEntry({ key, kind, date, time, text }: Interaction): StoryEntry {
  const begin = entryOf('interaction', key, date, { start_time: time, end_time: '' })
  return { ...begin, title: kind, detail: text, page: null, isOver: true }
}

function entryOf(entity: StoryEntry['entity'], recordKey: string, date: string, times: Omit<Visit, 'key'>) {
  return { key: `${entity} ${recordKey}`, entity, recordKey, date, time: times.start_time, end: times.end_time }
}

function at(address: string | null): string {
  return address === null ? '' : ` at ${address}`
}
