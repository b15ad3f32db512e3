import { type ReactNode, type RefObject, useRef, useState, startTransition, useOptimistic, useMemo } from 'react'
import type { CalendarPlace } from '#core/domain/schedule/dashboard-search.ts'
import type { Span } from '#core/domain/schedule/day-grid.ts'
import { gridDays, monthOf, sameDayOf, formatWeek, addMonths, weekOf } from '#core/domain/time/calendar-days.ts'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useLastSeen, useRecord } from '#records/use-record.ts'
import { useHaveEventsFailed } from '#records/states/use-have-events-failed.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CalendarToolbar } from '#ui/calendar/calendar-toolbar.tsx'
import { EventLegend, eventColor } from '#ui/calendar/event-slab.tsx'
import { PlusIcon } from '#ui/icons/icon.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { useMediaQuery } from '#ui/hooks/use-media.ts'
import { newAppointmentTimes } from './appointment-form.tsx'
import { CalendarSheet, type OpenSheet } from './calendar-sheet.tsx'
import { moveVisit, type VisitTimes, type DaysEvents, useEventsOfDays, useEventsOfMonth } from './calendar-events.ts'
import { formatDate, formatMonth, formatLongDate } from '#core/format/dates.ts'
import { LoadFailure, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import styles from './dashboard-calendar.module.css'
import { TimeGrid, type TimeGridProps } from './time-grid.tsx'
import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { useFollowUpsDue, type FollowUpDue } from '#storage/schedule/follow-ups-due.ts'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { MonthGrid } from '#ui/calendar/month-grid.tsx'
import { formatTime } from '#core/format/times.ts'

type DashboardCalendarProps = {
  /** The day and view in the URL. */
  place: CalendarPlace
  /** Navigates to another day or view. Resolves when the URL has changed. */
  onGo: (place: CalendarPlace) => Promise<void>
  actions?: ReactNode
  /** Key of an appointment to edit, from the URL. */
  edit?: string | undefined
  opensNewForm?: boolean
  /** Called when a form that the URL opened is closed. */
  onFormClosed?: () => void
}

export function DashboardCalendar({ place, onGo, actions, ...openedByUrl }: DashboardCalendarProps) {
  const device = useDevice()
  const { today, minutesNow } = useMinute()
  // On screen, the week view needs a wide window; on paper, it is always possible.
  const hasRoom = useMediaQuery('print, (min-width: 1024px)')
  const shown = useCalendarPlace({ place, onGo, hasRoom, today })
  const { date, view, month, days, go } = shown
  const label = useRef<HTMLButtonElement>(null)
  const { open, setOpen, close } = useOpenSheet(openedByUrl)
  const read = useEventsOfDays(days)
  const hasFailed = useHaveEventsFailed(
    month === null ? { first: days[0] ?? date, last: days.at(-1) ?? date } : gridDays(month),
  )

  return (
    <Card
      title="Dashboard Calendar"
      flush
      actions={
        <>
          {hasRoom && <SegmentedFilter label="View" options={views} value={view} onChange={(next) => go(date, next)} />}
          <NewButton onClick={() => setOpen({ what: 'form', appointment: null })} />
          {hasRoom && actions}
        </>
      }
    >
      <Toolbar shown={shown} today={today} labelRef={label} />
      {month === null ? (
        <DashboardDays
          read={read}
          hasFailed={hasFailed}
          now={{ today, minutesNow }}
          onOpen={(event) => setOpen({ what: 'event', event })}
          onDay={(next) => go(next, 'day')}
          onCreate={(times) => setOpen({ what: 'form', appointment: null, at: timesOf(times) })}
          onMove={(event, times) => void moveVisit(device, event, timesOf(times))}
        />
      ) : (
        <DashboardMonth
          month={month}
          chosen={date}
          today={today}
          onMonthChange={(next) => go(sameDayOf(next, date))}
          onChoose={(next) => {
            go(next, 'day')
            // The focused day is removed with the month's grid, so the calendar's label takes the focus.
            label.current?.focus()
          }}
        />
      )}
      <CalendarSheet
        open={open}
        events={read?.events ?? []}
        newTimes={newAppointmentTimes(date, date === today ? minutesNow : null, eventsOn(date, read))}
        onOpen={setOpen}
        onClose={close}
        onSaved={(savedOn) => go(savedOn, month === null ? view : 'day')}
      />
    </Card>
  )
}

function eventsOn(date: string, read: DaysEvents | undefined) {
  return (read?.events ?? []).filter((event) => event.date === date)
}

type OpenedByUrl = Pick<DashboardCalendarProps, 'edit' | 'opensNewForm' | 'onFormClosed'>

/** Returns what the sheet shows: what the agent opened, or else the form in the URL. */
function useOpenSheet({ edit, opensNewForm = false, onFormClosed }: OpenedByUrl) {
  const [openedByAgent, setOpen] = useState<OpenSheet>(null)
  const editing = useLastSeen(useRecord('appointment', edit), edit ?? '')
  const openedByUrl: OpenSheet = editing || opensNewForm ? { what: 'form', appointment: editing ?? null } : null
  const open: OpenSheet = openedByAgent ?? openedByUrl

  function close(): void {
    setOpen(null)
    if (edit !== undefined || opensNewForm) onFormClosed?.()
  }

  return { open, setOpen, close }
}

function NewButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <PlusIcon size={18} />
      New Appointment
    </Button>
  )
}

type ToolbarProps = {
  shown: ReturnType<typeof useCalendarPlace>
  today: string
  labelRef: RefObject<HTMLButtonElement | null>
}

function Toolbar({ shown: { date, view, month, go, goBy }, today, labelRef }: ToolbarProps) {
  return (
    <CalendarToolbar
      label={labelOf(view, date, today)}
      unit={view}
      onPrevious={() => goBy(-1)}
      onNext={() => goBy(1)}
      onToday={() => go(today)}
      onLabel={() => go(date, month === null ? 'month' : 'day')}
      isMonthOpen={month !== null}
      labelRef={labelRef}
    >
      <EventLegend />
    </CalendarToolbar>
  )
}

function timesOf({ date, start, end }: Span & { date: string }): VisitTimes {
  // With seconds, as in stored records.
  const [start_time, end_time] = [start, end].map((minutes) => `${timeOfMinutes(minutes)}:00`) as [string, string]
  return { date, start_time, end_time }
}

const views = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

function labelOf(view: 'day' | 'week' | 'month', date: string, today: string): string {
  if (view === 'month') return formatMonth(monthOf(date))
  return view === 'week' ? formatWeek(date) : formatDate(date, today)
}

type CalendarPlaceOptions = {
  place: CalendarPlace
  onGo: (place: CalendarPlace) => Promise<void>
  /** Whether a week fits on the screen; if not, a day is shown instead. */
  hasRoom: boolean
  today: string
}

/** Returns what the calendar shows (`month` only in that view), and functions to show another day or view. `goBy` counts days, weeks or months. */
function useCalendarPlace({ place, onGo, hasRoom, today }: CalendarPlaceOptions) {
  const [{ day, view: chosenView = 'day' }, show] = useOptimistic(place)
  const view = chosenView === 'week' && !hasRoom ? ('day' as const) : chosenView
  const date = day ?? today
  const month = view === 'month' ? monthOf(date) : null
  const days = view === 'week' ? weekOf(date) : [date]

  function go(nextDate: string, nextView: typeof view = view): void {
    if (nextDate === date && nextView === view) return
    const next: CalendarPlace = {
      // Today is left out of the URL, so that the calendar moves on to the next day at midnight.
      ...(nextDate === today ? {} : { day: nextDate }),
      ...(nextView === 'day' ? {} : { view: nextView }),
    }
    startTransition(async () => {
      show(next)
      await onGo(next)
    })
  }

  function goBy(step: number): void {
    go(month === null ? addDays(date, step * days.length) : sameDayOf(addMonths(month, step), date))
  }

  return { date, view, month, days, go, goBy }
}

type DashboardDaysProps = {
  read: DaysEvents | undefined
  /** The device could not load these days from the server. */
  hasFailed: boolean
  now: { today: string; minutesNow: number }
} & Pick<TimeGridProps, 'onOpen' | 'onDay' | 'onCreate' | 'onMove'>

function DashboardDays({ read, hasFailed, ...grid }: DashboardDaysProps) {
  const load = useLoadState('listing')
  if (read === undefined) return <div className={styles.place} />
  const { days, events } = read
  const [first = ''] = days
  const label = days.length > 1 ? `Appointments, ${formatWeek(first)}` : `Appointments on ${formatLongDate(first)}`
  const isEmpty = events.length === 0
  // Shown instead of an empty grid, which would look like free time.
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

/** Lists the follow-ups due on these days, above the grid of hours, because they have no time. */
function FollowUpsOnDays({ days, today }: { days: readonly string[]; today: string }) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const due = useFollowUpsDue(first, last)
  if (due === undefined || due.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Follow-ups">
      {due.map(({ followUp, client }) => (
        <li key={followUp.key}>
          {days.length > 1 && `${formatDate(followUp.due_date, today)} · `}
          <Link className={styles.link} to="/clients/$clientId" params={{ clientId: recordIdInUrl(client) }}>
            {clientName(client)}: {followUp.text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

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

function DashboardMonth({ month, ...grid }: DashboardMonthProps) {
  const read = useEventsOfMonth(month)
  const events = useMemo(
    () => [...(read?.followUps ?? []).map(followUpToMonthEvent), ...(read?.events ?? []).map(visitToMonthEvent)],
    [read],
  )
  // The previous month stays until the events of the new one are read: to render it empty first would take twice the time.
  return <MonthGrid {...grid} month={read?.month ?? month} events={events} />
}

function visitToMonthEvent(visit: RecordedVisit): MonthEvent {
  const { key, date, title, kind } = visit
  const isOfListing = kind === 'showing' || kind === 'open_house'
  const name = isOfListing ? (visit.property.address ?? title) : title
  // "9 AM" instead of "9:00 AM", to fit the cell.
  const time = formatTime(visit.start_time).replace(':00', '')
  return { key, date, title: `${time} ${name}`, kind: eventColor(kind) }
}
