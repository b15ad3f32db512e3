import { timeInWords } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { EventColor } from '#ui/calendar/event-slab.ts'

/** One line of the resource timeline: the agent ("You") or a listing. */
export type TimelineRow = {
  key: string
  /** An address, 'Listing 7', or 'You'. */
  label: string
}

/** The key of the agent's own row. */
export const ownRow = 'you'

export type TimelineEvent = {
  key: string
  /** The row that it stands in. */
  rowKey: string
  /** A drive is hatched, without colour. */
  kind: EventColor | 'drive'
  title: string
  /** Wall-clock times, "10:45:00". */
  start_time: string
  end_time: string
  /** What the list says besides title and times, such as 'Stop 1'. */
  note?: string
  /** Of an own visit at an approximate location; with the listing where it is at one. */
  approximate?: { listingKey: string | undefined }
  /** Of a stop whose length can be changed. */
  visit?: PlannedVisit
}

/** A stop of the plan: at which home, how long, and whether the agent has said so. */
export type PlannedVisit = { listing_id: ListingId; minutes: number; isSet: boolean }

/** "10:45 AM – 11:30 AM". */
export function eventTimes({ start_time, end_time }: TimelineEvent): string {
  return `${timeInWords(start_time)} – ${timeInWords(end_time)}`
}
