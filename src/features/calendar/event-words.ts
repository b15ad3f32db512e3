import { clientName } from '#core/domain/clients/client-rules.ts'
import { stopsText } from '#core/domain/tours/tour-words.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { formatTime } from '#core/format/times.ts'

export const kindWords: Record<RecordedVisit['kind'], string> = {
  appointment: 'Appointment',
  showing: 'Showing',
  open_house: 'Open house',
  tour: 'Tour',
}

/** "9:00 AM – 9:30 AM". */
export function formatTimes({ start_time, end_time }: { start_time: string; end_time: string }): string {
  return `${formatTime(start_time)} – ${formatTime(end_time)}`
}

/** "Overlaps with Hugo Abernathy · Tour #2"; null when nothing else takes the time. */
export function formatOverlaps(overlaps: readonly RecordedVisit[]): string | null {
  return overlaps.length === 0 ? null : `Overlaps with ${overlaps.map(({ title }) => title).join(' and ')}`
}

/** Who comes, or where it is; null when the record does not say. */
export function eventNote(event: RecordedVisit): string | null {
  if (event.kind === 'showing') return personOf(event)
  if (event.kind === 'open_house') return null
  if (event.kind === 'tour') return stopsText(event.record.stops.length)
  const client = event.person === undefined ? '' : clientName(event.person)
  return [client, event.record.location].filter(Boolean).join(' · ') || null
}

/** By name, where the address is a client's. */
export function personOf({ person, record }: Extract<RecordedVisit, { kind: 'showing' | 'tour' }>): string {
  return person === undefined ? record.client_email : clientName(person)
}
