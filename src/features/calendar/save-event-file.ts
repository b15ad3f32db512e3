import { appointmentEvent, openHouseEvent, showingEvent, tourEvent } from '#core/domain/schedule/calendar-event.ts'
import { type CalendarEvent, calendarFile, calendarFileType } from '#core/domain/schedule/ics.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'

/** Downloads one event for another calendar program; made on this device, so it needs no network. */
export function saveEventFile(event: RecordedVisit, now: number): void {
  const file = calendarFile({ name: event.title, events: [calendarEventOf(event, new Date(now).toISOString())] })
  saveAsFile(new Blob([file], { type: calendarFileType }), fileName(event))
}

function calendarEventOf(event: RecordedVisit, now: string): CalendarEvent {
  if (event.kind === 'showing') return showingEvent(event.record, event.property, now)
  if (event.kind === 'open_house') return openHouseEvent(event.record, event.property, now)
  if (event.kind === 'tour') return tourEvent(event.record, event.property, now)
  return appointmentEvent(event.record, now)
}

/** "showing-2026-11-21-1045.ics": names no person and no address. */
function fileName({ kind, date, start_time }: RecordedVisit): string {
  return `${kind.replace('_', '-')}-${date}-${start_time.slice(0, 5).replace(':', '')}.ics`
}
