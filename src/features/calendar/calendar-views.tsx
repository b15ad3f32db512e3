import { formatWeek } from '#core/domain/time/calendar-days.ts'
import { LoadFailure, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import { useEventsOfMonth, type DaysEvents } from './calendar-queries.ts'
import styles from './calendar-views.module.css'
import { TimeGrid, type TimeGridProps } from './time-grid.tsx'
import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { recordAddress } from '#records/record-address.ts'
import { useFollowUpsDue, type FollowUpDue } from '#storage/schedule/follow-ups-due.ts'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import { useMemo } from 'react'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { eventColor } from '#ui/calendar/event-slab.tsx'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { formatDate, formatLongDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type DashboardDaysProps = {
  read: DaysEvents | undefined
  hasFailed: boolean
  now: { today: string; minutesNow: number }
} & Pick<TimeGridProps, 'onOpen' | 'onDay' | 'onCreate' | 'onMove'>

/** A day, or a week, by its hours. */
export function DashboardDays({ read, hasFailed, ...grid }: DashboardDaysProps) {
  const load = useLoadState('listing')
  if (read === undefined) return <div className={styles.place} />
  const { days, events } = read
  const [first = ''] = days
  const label = days.length > 1 ? `Appointments, ${formatWeek(first)}` : `Appointments on ${formatLongDate(first)}`
  const isEmpty = events.length === 0
  // In its place: hours that only look free would deceive.
  if (isEmpty && (hasFailed || load === 'failed')) {
    return (
      <div className={styles.place}>
        <LoadFailure>Failed to load events.</LoadFailure>
      </div>
    )
  }
  return (
    <>
      <FollowUpsOnDays days={days} today={grid.now.today} />
      <TimeGrid
        {...grid}
        label={label}
        days={days}
        events={events}
        nothing={isEmpty ? formatEmptyCalendar(load, days.length > 1) : null}
      />
    </>
  )
}

function formatEmptyCalendar(load: LoadState, isWeek: boolean): string | null {
  switch (load) {
    case 'unreached':
      return 'Your plans will appear here once this device has reached the server.'
    case 'known':
      return isWeek ? 'Nothing is planned this week.' : 'Nothing is planned on this day.'
    case 'arriving':
      return 'Your plans are being loaded.'
    case 'failed':
      return null
  }
}

/** What is due on the days that are shown, above their hours, because a follow-up has none. */
function FollowUpsOnDays({ days, today }: { days: readonly string[]; today: string }) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const due = useFollowUpsDue(first, last)
  if (due === undefined || due.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Follow-ups">
      {due.map(({ followUp, client }) => (
        <li key={followUp.key}>
          {days.length > 1 && `${formatDate(followUp.due_date, today)} · `}
          <Link className={styles.link} to="/clients/$clientId" params={{ clientId: recordAddress(client) }}>
            {clientName(client)}: {followUp.text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A follow-up as a day's cell of the month names it. */
function followUpToMonthEvent({ followUp, client }: FollowUpDue): MonthEvent {
  const { key, due_date: date, text } = followUp
  return { key: `follow_up ${key}`, date, title: `${client.first_name || clientName(client)}: ${text}`, kind: 'agent' }
}

type DashboardMonthProps = {
  month: string
  chosen: string
  today: string
  onMonthChange: (month: string) => void
  onChoose: (date: string) => void
}

/** The month around the agent's day, to pick another one from. */
export function DashboardMonth({ month, ...grid }: DashboardMonthProps) {
  const read = useEventsOfMonth(month)
  const events = useMemo(
    () => [...(read?.followUps ?? []).map(followUpToMonthEvent), ...(read?.events ?? []).map(visitToMonthEvent)],
    [read],
  )
  // A month is drawn once, with its events; drawing it empty first would take as long again.
  return <MonthGrid {...grid} month={read?.month ?? month} events={events} />
}

function visitToMonthEvent(visit: RecordedVisit): MonthEvent {
  const { key, date, title, kind } = visit
  const isAtHome = kind === 'showing' || kind === 'open_house'
  const name = isAtHome ? (visit.property.address ?? title) : title
  // An hour by itself is short enough for a cell.
  const time = formatTime(visit.start_time).replace(':00', '')
  return { key, date, title: `${time} ${name}`, kind: eventColor(kind) }
}
