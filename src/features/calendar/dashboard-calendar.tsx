import { type ReactNode, startTransition, useOptimistic, useRef, useState } from 'react'
import type { CalendarPlace } from '#core/domain/dashboard-search.ts'
import { layOutDay } from '#core/domain/day-layout.ts'
import type { Span } from '#core/domain/grid-times.ts'
import { addMonths, gridDays, monthInWords, monthOf, sameDayOf, weekInWords, weekOf } from '#core/domain/month.ts'
import { timeOfMinutes } from '#core/domain/usual-times.ts'
import { addDays, dateInWords } from '#core/domain/wall-clock.ts'
import type { AppointmentRow } from '#storage/rows.ts'
import { useDeletion } from '#records/use-deletion.tsx'
import { useRecord } from '#records/use-record.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useMinute } from '#storage/use-minute.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CalendarToolbar } from '#ui/calendar/calendar-toolbar.tsx'
import { EventKey } from '#ui/calendar/event-key.tsx'
import { PlusIcon } from '#ui/icon.tsx'
import { SegmentedFilter } from '#ui/segmented-filter.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useMedia } from '#ui/use-media.ts'
import { AppointmentForm, usualTimes } from './appointment-form.tsx'
import { useEventsOfDays, useHasFailedToLoad } from './calendar-queries.ts'
import { DashboardDays } from './dashboard-days.tsx'
import { DashboardMonth } from './dashboard-month.tsx'
import { EventSheet } from './event-sheet.tsx'
import { moveVisit, type VisitTimes } from './move-visit.ts'

/** What stands over the calendar. */
type Open =
  | { what: 'form'; appointment: AppointmentRow | null; at?: VisitTimes }
  | { what: 'event'; event: RecordedVisit }
  | null

type DashboardCalendarProps = {
  /** Read from the address. */
  place: CalendarPlace
  /** Goes to another address; resolves when it is shown. */
  onGo: (place: CalendarPlace) => Promise<void>
  /** What else can begin here, beside *New Appointment*, where there is room for it. */
  actions?: ReactNode
  /** An appointment whose form the address asks for. */
  edit?: string | undefined
  /** That form was closed. */
  onEditEnd?: () => void
}

/** The agent's day: appointments, showings, open houses and tours, from this device. */
export function DashboardCalendar({ place, onGo, actions, edit, onEditEnd }: DashboardCalendarProps) {
  const device = useDevice()
  const { today, minutesNow } = useMinute()
  // Shown at once; the address follows a moment later.
  const [{ day: chosen, view: asked = 'day' }, show] = useOptimistic(place)
  // A week needs the room of a desk.
  const hasRoom = useMedia('(min-width: 1024px)')
  const view = asked === 'week' && !hasRoom ? 'day' : asked
  const label = useRef<HTMLButtonElement>(null)
  const [pressed, setPressed] = useState<Open>(null)
  const editing = useRecord('appointment', edit)
  const open: Open = pressed ?? (editing ? { what: 'form', appointment: editing } : null)
  const deletion = useDeletion('appointment', { message: ({ title }) => `${title} has been removed.` })
  const date = chosen ?? today
  /** The month to pick a day from; null while a day is shown. */
  const month = view === 'month' ? monthOf(date) : null
  const days = view === 'week' ? weekOf(date) : [date]
  const read = useEventsOfDays(days)
  const hasFailed = useHasFailedToLoad(
    month === null ? { first: days[0] ?? date, last: days.at(-1) ?? date } : gridDays(month),
  )
  const close = () => {
    setPressed(null)
    if (edit !== undefined) onEditEnd?.()
  }
  const go = (nextDate: string, nextView: typeof view = view) => {
    if (nextDate === date && nextView === view) return
    const next: CalendarPlace = {
      // An address without a day follows today, also past midnight.
      ...(nextDate === today ? {} : { day: nextDate }),
      ...(nextView === 'day' ? {} : { view: nextView }),
    }
    startTransition(async () => {
      show(next)
      await onGo(next)
    })
  }
  const goBy = (step: number) =>
    go(month === null ? addDays(date, step * days.length) : sameDayOf(addMonths(month, step), date))

  /** As it is now; as it was opened when it is gone meanwhile. */
  const openPlace = open?.what === 'event' ? placeOfEvent(open.event, read?.events ?? []) : null

  return (
    <Card
      title="Dashboard Calendar"
      flush
      actions={
        <>
          {hasRoom && <SegmentedFilter label="View" options={views} value={view} onChange={(next) => go(date, next)} />}
          <Button onClick={() => setPressed({ what: 'form', appointment: null })}>
            <PlusIcon size={18} />
            New Appointment
          </Button>
          {hasRoom && actions}
        </>
      }
    >
      <CalendarToolbar
        label={labelOf(view, date, today)}
        unit={view}
        onPrevious={() => goBy(-1)}
        onNext={() => goBy(1)}
        onToday={() => go(today)}
        onLabel={() => go(date, month === null ? 'month' : 'day')}
        isMonthOpen={month !== null}
        labelRef={label}
      >
        <EventKey />
      </CalendarToolbar>
      {month === null ? (
        <DashboardDays
          read={read}
          hasFailed={hasFailed}
          now={{ today, minutesNow }}
          onOpen={(event) => setPressed({ what: 'event', event })}
          onDay={(next) => go(next, 'day')}
          onCreate={(times) => setPressed({ what: 'form', appointment: null, at: timesOf(times) })}
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
            // The day that had the focus is gone with the month.
            label.current?.focus()
          }}
        />
      )}
      <Sheet open={open !== null} title={titleOf(open)} onClose={close}>
        {open?.what === 'form' && (
          <AppointmentForm
            appointment={open.appointment}
            times={open.at ?? usualTimes(date, date === today ? minutesNow : null)}
            isAtSlot={open.at !== undefined}
            onCancel={close}
            onSaved={(savedOn) => {
              close()
              go(savedOn, month === null ? view : 'day')
            }}
          />
        )}
        {openPlace !== null && (
          <EventSheet
            event={openPlace.event}
            overlaps={openPlace.overlaps}
            today={today}
            onEdit={(appointment) => setPressed({ what: 'form', appointment })}
            onDelete={(appointment) => {
              close()
              deletion.ask(appointment)
            }}
          />
        )}
      </Sheet>
    </Card>
  )
}

function placeOfEvent(event: RecordedVisit, events: readonly RecordedVisit[]) {
  const { places } = layOutDay(events.filter(({ date }) => date === event.date))
  return places.find((place) => place.event.key === event.key) ?? { event, overlaps: [] }
}

function timesOf({ date, start, end }: Span & { date: string }): VisitTimes {
  // With seconds, as records have them.
  const [start_time, end_time] = [start, end].map((minutes) => `${timeOfMinutes(minutes)}:00`) as [string, string]
  return { date, start_time, end_time }
}

function titleOf(open: Open): string {
  if (open === null) return ''
  if (open.what === 'event') return open.event.title
  return open.appointment === null ? 'New Appointment' : 'Edit Appointment'
}

const views = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

function labelOf(view: 'day' | 'week' | 'month', date: string, today: string): string {
  if (view === 'month') return monthInWords(monthOf(date))
  return view === 'week' ? weekInWords(date) : dateInWords(date, today)
}
