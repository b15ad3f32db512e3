import { dateOfInstant, minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { kindNameAsHeading } from '#records/record-labels.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { visitsBetween, type RecordedVisit, withActualTimes } from '#storage/schedule/visits-of-day.ts'
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
import { clientName } from '#core/domain/clients/client-rules.ts'
import { stopsText } from '#core/domain/tours/tour-labels.ts'
import { formatTime } from '#core/format/times.ts'
import { useEffect, useMemo, useState } from 'react'
import { addMonths, gridDays } from '#core/domain/time/calendar-days.ts'
import { followUpsDue, type FollowUpDue } from '#storage/schedule/follow-ups-due.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

export type VisitTimes = { date: string; start_time: string; end_time: string }

/** Moves an event of the calendar on this device and offers *Undo*. A tour is not moved; a message explains why. */
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
    title: `${kindNameAsHeading(kind)} Moved`,
    message: `${title}: ${formatDate(date, dateOfInstant(device.clock.now()))}, ${formatTimes(to)}`,
  })
}

/** Saves an event as a calendar file. `now` is in epoch milliseconds. */
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

/** Returns "showing-2026-11-21-1045.ics", without names and addresses, which are private. */
function fileName({ kind, date, start_time }: RecordedVisit): string {
  return `${kind.replace('_', '-')}-${date}-${start_time.slice(0, 5).replace(':', '')}.ics`
}

export function formatTimes({ start_time, end_time }: { start_time: string; end_time: string }): string {
  return `${formatTime(start_time)} – ${formatTime(end_time)}`
}

export function formatOverlaps(overlaps: readonly RecordedVisit[]): string | null {
  return overlaps.length === 0 ? null : `Overlaps with ${overlaps.map(({ title }) => title).join(' and ')}`
}

/** Returns a second line for an event: client and location, or how many stops a tour has; null if there is nothing to show. */
export function eventNote(event: RecordedVisit): string | null {
  if (event.kind === 'showing') return personOf(event)
  if (event.kind === 'open_house') return null
  if (event.kind === 'tour') return stopsText(event.record.stops.length)
  const client = event.person === undefined ? '' : clientName(event.person)
  return [client, event.record.location].filter(Boolean).join(' · ') || null
}

export function personOf({ person, record }: Extract<RecordedVisit, { kind: 'showing' | 'tour' }>): string {
  return person === undefined ? record.client_email : clientName(person)
}

/** Events of consecutive days, ordered by start. */
export type DaysEvents = { days: readonly string[]; events: RecordedVisit[] }

/** Returns the events of `days` on this device; while they are read, those of the days that were shown before; undefined at first. */
export function useEventsOfDays(days: readonly string[]): DaysEvents | undefined {
  const { database } = useDevice()
  const { today, minutesNow } = useMinute()
  const [first = '', last = first] = [days[0], days.at(-1)]
  const read = useLiveQuery(async () => {
    return { days, events: await visitsBetween(database, first, last) }
  }, [database, first, last])
  return useMemo(() => {
    return (
      read && { ...read, events: inOrder(read.events.map((event) => withActualTimes(event, { today, minutesNow }))) }
    )
  }, [read, today, minutesNow])
}

type MonthEvents = { month: string; events: RecordedVisit[]; followUps: FollowUpDue[] }

/** While `month` is read, returns the month that was shown before. Also reads the months before and after, so that the arrows show them at once. */
export function useEventsOfMonth(month: string): MonthEvents | undefined {
  const { database } = useDevice()
  const [middleMonth, setMiddleMonth] = useState(month)
  const read = useLiveQuery(async () => {
    const { first } = gridDays(addMonths(middleMonth, -1))
    const { last } = gridDays(addMonths(middleMonth, 1))
    const [visits, followUps] = await Promise.all([
      visitsBetween(database, first, last),
      followUpsDue(database, first, last),
    ])
    return { middleMonth, first, last, events: inOrder(visits), followUps }
  }, [database, middleMonth])
  const { first, last } = gridDays(month)
  const isRead = read !== undefined && read.first <= first && last <= read.last

  if (!isRead && middleMonth !== month) setMiddleMonth(month)
  useEffect(() => {
    // Delayed: the month itself is painted first, and months that the agent only passes are skipped.
    const timer = setTimeout(() => setMiddleMonth(month), readAheadDelayMs)
    return () => clearTimeout(timer)
  }, [month])

  return useMemo(() => {
    if (read === undefined) return undefined
    const shown = isRead ? month : read.middleMonth
    const { first, last } = gridDays(shown)
    const isShown = (date: string) => date >= first && date <= last
    const followUps = read.followUps.filter(({ followUp }) => isShown(followUp.due_date))
    return { month: shown, events: read.events.filter(({ date }) => isShown(date)), followUps }
  }, [read, isRead, month])
}

const readAheadDelayMs = 300

function inOrder(visits: readonly RecordedVisit[]): RecordedVisit[] {
  return visits
    .map((visit) => ({ visit, start: minutesOfDay(visit.start_time) }))
    .toSorted((one, other) => one.start - other.start)
    .map(({ visit }) => visit)
}
