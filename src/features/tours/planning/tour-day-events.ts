import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import { timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import type { ListingId, TourPlan } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { eventColor } from '#ui/calendar/event-slab.tsx'
import { listingLabel } from '#features/tours/tour-listings.ts'
import type { ListingEvent } from '#features/tours/tour-listing-events.ts'
import type { VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import type { ShownPlan } from './plan-labels.ts'
import { ownRow, type TimelineEvent, type TimelineRow } from '#features/tours/timeline/timeline-events.ts'

export function timelineRows(listings: readonly TourableListing[]): TimelineRow[] {
  return [you, ...listings.map((listing) => ({ key: rowOf(listing.id), label: listingLabel(listing) }))]
}

export type TourDay = {
  listings: readonly TourableListing[]
  /** The agent's own events of the day. */
  visits: readonly RecordedVisit[]
  listingEvents: readonly ListingEvent[]
  plan: ShownPlan | null
  lengths: VisitLengths
}

/** Returns the timeline's events: the agent's day and the tour in the first row, events at a listing in the listing's row. */
export function timelineEvents({ listings, visits, listingEvents, plan, lengths }: TourDay): TimelineEvent[] {
  const byKey = new Map(listings.map((listing) => [listing.key, listing]))
  const ids = new Set(listings.map(({ id }) => id))
  return [
    ...visits.map((visit) => ownVisit(visit, byKey)),
    ...listingEvents.filter(({ listing_id }) => ids.has(listing_id)).map(otherAgentsVisit),
    ...(plan === null ? [] : plannedEvents(plan, listings, lengths)),
  ]
}

const you: TimelineRow = { key: ownRow, label: 'You' }

function rowOf(id: ListingId): string {
  return `listing-${id}`
}

/** Puts a showing or open house in the row of its listing, or in the agent's if the listing is not chosen. */
function ownVisit(visit: RecordedVisit, byKey: ReadonlyMap<string, TourableListing>): TimelineEvent {
  const { key, title, start_time, end_time } = visit
  const listingKey = visit.kind === 'showing' || visit.kind === 'open_house' ? visit.listingKey : undefined
  const listing = byKey.get(listingKey ?? '')
  const times = { start_time, end_time, ...(isApproximate(visit.place) ? { approximate: { listingKey } } : {}) }
  if (listing === undefined) return { key, rowKey: you.key, kind: eventColor(visit.kind), title, ...times }
  return { key, rowKey: rowOf(listing.id), ...wordsOf(visit.kind), ...times }
}

function otherAgentsVisit({ listing_id, type, start_time, end_time }: ListingEvent): TimelineEvent {
  const key = `${type} ${listing_id} ${start_time}`
  return { key, rowKey: rowOf(listing_id), ...wordsOf(type), start_time, end_time }
}

function wordsOf(kind: string): Pick<TimelineEvent, 'kind' | 'title'> {
  return kind === 'open_house' ? { kind: 'open_house', title: 'Open house' } : { kind: 'showing', title: 'Showing' }
}

function plannedEvents(
  { stops, legs, lunch }: ShownPlan,
  listings: readonly TourableListing[],
  lengths: VisitLengths,
): TimelineEvent[] {
  const idsWithSetLength = new Set(lengths.map(({ listing_id }) => listing_id))
  const labels = new Map(listings.map((listing) => [listing.id, listingLabel(listing)]))
  const own = { rowKey: you.key, kind: 'agent' } as const
  return [
    ...stops.map(({ listing_id, order, start, departure, address }) => {
      const event = { key: `stop ${listing_id}`, ...own, title: `Stop ${order}`, ...timesOf(start, departure) }
      const label = labels.get(listing_id)
      // A saved plan may contain a listing that can no longer be chosen. A new plan would not contain it, so its visit has no length to set.
      if (label === undefined) return address === undefined ? event : { ...event, note: address }
      const visit = {
        listing_id,
        minutes: Math.round((departure - start) / 60),
        isSet: idsWithSetLength.has(listing_id),
      }
      return { ...event, note: label, visit }
    }),
    ...legs.filter(({ seconds }) => seconds > 0).map(drive),
    ...(lunch === null ? [] : [{ key: 'lunch', ...own, title: 'Lunch', ...timesOf(...lunch) }]),
  ]
}

function drive({ to, depart, arrive }: TourPlan['legs'][number]): TimelineEvent {
  return { key: `drive ${to}`, rowKey: you.key, kind: 'drive', title: 'Drive', ...timesOf(depart, arrive) }
}

function timesOf(from: number, to: number) {
  return { start_time: timeOfSeconds(from), end_time: timeOfSeconds(to) }
}
