import type { TourStep } from '#core/contract/tour.ts'
import { visitedOrRatedStops } from '#core/domain/tours/tour-run.ts'
import { firstVisitBegins, inOrder, plannedHours, type TimedStop } from '#core/domain/tours/timed-stop.ts'
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

export type RecordsOfClient = {
  showings: readonly Showing[]
  tours: readonly Tour[]
  appointments: readonly Appointment[]
  visits: readonly (OpenHouseVisit & { date: string; start_time: string })[]
  /** Only completed ones appear in the timeline. */
  followUps: readonly FollowUp[]
  interactions: readonly Interaction[]
  /** Null if this device does not have the listing. */
  addressOf: (listingKey: string) => string | null
}

export type ClientTimelineEntry = {
  key: string
  entity: 'showing' | 'tour' | 'appointment' | 'open_house_visit' | 'follow_up' | 'interaction'
  recordKey: string
  date: string
  /** Empty if only the day is known. */
  time: string
  /** End time: until then, the event counts as coming. Empty for an event without a duration. */
  end: string
  title: string
  /** The outcome, the homes, or the text of a follow-up or interaction; may be empty. */
  detail: string
  /** The page to open, with the text of the link to it; null if there is none. */
  page: { to: string; name: string } | null
  /** True if the event counts as past whatever its time is: an interaction, or an event that was held, completed or cancelled. */
  isOver?: boolean
}

/** A client's coming events, soonest first, and past ones, newest first; `now` is wall-clock time, "2026-11-21 10:45:00". */
export function clientTimeline(
  records: RecordsOfClient,
  now: string,
): { coming: ClientTimelineEntry[]; past: ClientTimelineEntry[] } {
  const entries = [
    ...records.showings.map((showing) => showingEntry(showing, records)),
    ...records.tours.map((tour) => tourEntry(tour, now)),
    ...records.appointments.map(appointmentEntry),
    ...records.followUps.filter(({ done }) => done).map(followUpEntry),
    ...records.visits.map((visit) => visitEntry(visit, records)),
    ...records.interactions.map(interactionEntry),
  ].toSorted((one, other) => momentOf(one).localeCompare(momentOf(other)))
  const isComing = (entry: ClientTimelineEntry) => !entry.isOver && `${entry.date} ${entry.end}` >= now
  return { coming: entries.filter(isComing), past: entries.filter((entry) => !isComing(entry)).toReversed() }
}

function momentOf({ date, time }: ClientTimelineEntry): string {
  return `${date} ${time}`
}

function showingEntry(showing: Showing, { addressOf }: RecordsOfClient): ClientTimelineEntry {
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

function tourEntry(tour: Tour, now: string): ClientTimelineEntry {
  const { key, id, tour_date: date, stops, status } = tour
  const { start_time, end_time } = tour
  const times = plannedHours(stops) ?? { start_time: firstVisitBegins(stops) ?? start_time, end_time }
  const title = tourTitle(id)
  return {
    ...entryOf('tour', key, date, times),
    // A tour that is late continues after its planned end.
    ...(status === 'in_progress' ? { end: '24:00:00' } : {}),
    title,
    detail: tourDetail(tour, `${date} ${times.end_time}` < now),
    isOver: status === 'completed' || status === 'cancelled',
    page: { to: `/tours/${id ?? key}`, name: title },
  }
}

function tourDetail(tour: Tour, isPast: boolean): string {
  const seen = visitedOrRatedStops(tour).map(({ stop: { listing_address }, rating }) =>
    rating === null ? listing_address : `${listing_address} (${rating} of 5)`,
  )
  const planned = inOrder(tour.stops).map(({ listing_address }) => listing_address)
  const homes = (seen.length > 0 ? seen : planned).join(', ')
  if (tour.status === 'cancelled') return ['Cancelled', homes].filter(Boolean).join(' · ')
  if (seen.length > 0) return homes
  if (tour.status === 'completed') return 'No visits were recorded'
  return tour.status === 'scheduled' && isPast ? 'Not started' : homes
}

function appointmentEntry({ key, date, title, ...times }: Appointment): ClientTimelineEntry {
  return { ...entryOf('appointment', key, date, times), title, detail: '', page: null }
}

function visitEntry(visit: RecordsOfClient['visits'][number], { addressOf }: RecordsOfClient): ClientTimelineEntry {
  const { key, date, start_time, listing_key } = visit
  const address = addressOf(listing_key)
  return {
    ...entryOf('open_house_visit', key, date, { start_time, end_time: start_time }),
    title: `Open house${at(address)}`,
    detail: '',
    page: address === null ? null : { to: `/listings/${listing_key}`, name: address },
  }
}

function followUpEntry({ key, due_date, text }: FollowUp): ClientTimelineEntry {
  return {
    ...entryOf('follow_up', key, due_date, { start_time: '', end_time: '' }),
    title: 'Follow-up done',
    detail: text,
    page: null,
    isOver: true,
  }
}

function interactionEntry({ key, kind, date, time, text }: Interaction): ClientTimelineEntry {
  const entry = entryOf('interaction', key, date, { start_time: time, end_time: '' })
  return { ...entry, title: kind, detail: text, page: null, isOver: true }
}

function entryOf(entity: ClientTimelineEntry['entity'], recordKey: string, date: string, times: Omit<Visit, 'key'>) {
  return { key: `${entity} ${recordKey}`, entity, recordKey, date, time: times.start_time, end: times.end_time }
}

function at(address: string | null): string {
  return address === null ? '' : ` at ${address}`
}
