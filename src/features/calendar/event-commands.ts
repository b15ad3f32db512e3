import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { headingOf } from '#records/record-words.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { formatTimes } from './event-words.ts'
import {
  appointmentEvent,
  openHouseEvent,
  showingEvent,
  tourEvent,
  type CalendarEvent,
  calendarFile,
  calendarFileType,
} from '#core/domain/schedule/calendar-file.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { formatDate } from '#core/format/dates.ts'

export type VisitTimes = { date: string; start_time: string; end_time: string }

/** Gives a visit other times on this device, says so and offers to undo it; says why where that cannot be. */
export async function moveVisit(device: Device, visit: RecordedVisit, to: VisitTimes): Promise<void> {
  if (visit.kind === 'tour') {
    notify({
      title: 'A tour moves as a whole',
      message: 'Open the tour and press Edit to change its day or its hours.',
    })
    return
  }
  const { kind, record, title } = visit
  const { date, ...times } = to
  await changeWithUndo(device, {
    entity: kind,
    record,
    changes: { [kind === 'showing' ? 'showing_date' : 'date']: date, ...times },
    title: `${headingOf(kind)} Moved`,
    message: `${title}: ${formatDate(date, dateOfInstant(device.clock.now()))}, ${formatTimes(to)}`,
  })
}

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
