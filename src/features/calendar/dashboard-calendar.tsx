import { startTransition, useOptimistic, useRef, useState } from 'react'
import type { CalendarPlace } from '#core/domain/dashboard-search.ts'
import { addMonths, gridDays, longDateInWords, monthInWords, monthOf, sameDayOf } from '#core/domain/month.ts'
import { addDays, dateInWords } from '#core/domain/wall-clock.ts'
import type { AppointmentRow } from '#storage/rows.ts'
import { useDeletion } from '#records/use-deletion.tsx'
import { useLoadState } from '#records/use-load-state.ts'
import { useRecord } from '#records/use-record.ts'
import { useMinute } from '#storage/use-minute.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CalendarToolbar } from '#ui/calendar/calendar-toolbar.tsx'
import { EventKey } from '#ui/calendar/event-key.tsx'
import { PlusIcon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { type DayEvents, useEventsOfDay, useHasFailedToLoad } from './calendar-queries.ts'
import styles from './dashboard-calendar.module.css'
import { DashboardMonth } from './dashboard-month.tsx'
import { DayAgenda } from './day-agenda.tsx'
import { DayGrid } from './day-grid.tsx'
import { EventSheet } from './event-sheet.tsx'
import { useWideScreen } from './use-wide-screen.ts'

/** What stands over the calendar. */
type Open = { what: 'form'; appointment: AppointmentRow | null } | { what: 'event'; event: RecordedVisit } | null

type DashboardCalendarProps = {
  /** Read from the address. */
  place: CalendarPlace
  /** Goes to another address; resolves when it is shown. */
  onGo: (place: CalendarPlace) => Promise<void>
  /** An appointment whose form the address asks for. */
  edit?: string | undefined
  /** That form was closed. */
  onEditEnd?: () => void
}

/** The agent's day: appointments, showings, open houses and tours, from this device. */
export function DashboardCalendar({ place, onGo, edit, onEditEnd }: DashboardCalendarProps) {
  const { today, minutesNow } = useMinute()
  // Shown at once; the address follows a moment later.
  const [{ day: chosen, view = 'day' }, show] = useOptimistic(place)
  const label = useRef<HTMLButtonElement>(null)
  const [pressed, setPressed] = useState<Open>(null)
  const asked = useRecord('appointment', edit)
  const open: Open = pressed ?? (asked ? { what: 'form', appointment: asked } : null)
  const deletion = useDeletion('appointment', { message: ({ title }) => `${title} has been removed.` })
  const date = chosen ?? today
  /** The month to pick a day from; null while a day is shown. */
  const month = view === 'month' ? monthOf(date) : null
  const day = useEventsOfDay(date)
  const hasFailed = useHasFailedToLoad(month === null ? { first: date, last: date } : gridDays(month))
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
  const goBy = (step: number) => go(month === null ? addDays(date, step) : sameDayOf(addMonths(month, step), date))

  return (
    <Card
      title="Dashboard Calendar"
      flush
      actions={
        <Button onClick={() => setPressed({ what: 'form', appointment: null })}>
          <PlusIcon size={18} />
          New Appointment
        </Button>
      }
    >
      <CalendarToolbar
        label={month === null ? dateInWords(date, today) : monthInWords(month)}
        unit={month === null ? 'day' : 'month'}
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
        <Day
          day={day}
          hasFailed={hasFailed}
          minutesNow={day?.date === today ? minutesNow : null}
          onOpen={(event) => setPressed({ what: 'event', event })}
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
            date={date}
            onCancel={close}
            onSaved={(savedOn) => {
              close()
              go(savedOn, 'day')
            }}
          />
        )}
        {open?.what === 'event' && (
          <EventSheet
            // As it is now; what was opened when it is gone meanwhile.
            event={day?.events.find(({ key }) => key === open.event.key) ?? open.event}
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

function titleOf(open: Open): string {
  if (open === null) return ''
  if (open.what === 'event') return open.event.title
  return open.appointment === null ? 'New Appointment' : 'Edit Appointment'
}

type DayProps = {
  day: DayEvents | undefined
  hasFailed: boolean
  minutesNow: number | null
  onOpen: (event: RecordedVisit) => void
}

function Day({ day, hasFailed, minutesNow, onOpen }: DayProps) {
  const isWide = useWideScreen()
  const load = useLoadState('listing')
  if (day === undefined) return <div className={styles.loading} />
  const { date, events } = day
  const label = `Appointments on ${longDateInWords(date)}`
  return (
    <>
      {isWide && events.length === 0 && hasFailed && (
        <div className={styles.failure}>
          <Banner tone="danger" role="alert">
            Failed to load events.
          </Banner>
        </div>
      )}
      {isWide ? (
        <DayGrid label={label} events={events} minutesNow={minutesNow} onOpen={onOpen} />
      ) : (
        <DayAgenda label={label} events={events} load={hasFailed ? 'failed' : load} onOpen={onOpen} />
      )}
    </>
  )
}
