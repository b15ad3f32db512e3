import { useState } from 'react'
import { addDays, dateInWords } from '#core/domain/wall-clock.ts'
import { useSession } from '#state/session.ts'
import type { AppointmentRow } from '#storage/rows.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PlusIcon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { type DayEvents, useEventsOfDay } from './calendar-queries.ts'
import styles from './dashboard-calendar.module.css'
import { DayAgenda } from './day-agenda.tsx'
import { DayGrid } from './day-grid.tsx'
import { EventSheet } from './event-sheet.tsx'
import { useAppointmentDeletion } from './use-appointment-deletion.ts'
import { useMinute } from './use-minute.ts'
import { useWideScreen } from './use-wide-screen.ts'

/** What stands over the calendar. */
type Open = { what: 'form'; appointment: AppointmentRow | null } | { what: 'event'; event: RecordedVisit } | null

/** The agent's day: appointments, showings and open houses, from this device. */
export function DashboardCalendar() {
  const { today, minutesNow } = useMinute()
  // Null follows today, also past midnight.
  const [chosen, setChosen] = useState<string | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const remove = useAppointmentDeletion()
  const date = chosen ?? today
  const day = useEventsOfDay(date)
  const choose = (next: string) => setChosen(next === today ? null : next)
  const close = () => setOpen(null)

  return (
    <Card
      title="Dashboard Calendar"
      flush
      actions={
        <Button onClick={() => setOpen({ what: 'form', appointment: null })}>
          <PlusIcon size={18} />
          New Appointment
        </Button>
      }
    >
      <div className={styles.bar}>
        <div className={styles.tools}>
          <IconButton label="Previous day" onClick={() => choose(addDays(date, -1))}>
            <ChevronLeftIcon />
          </IconButton>
          <p className={styles.date} aria-live="polite">
            {dateInWords(date, today)}
          </p>
          <IconButton label="Next day" onClick={() => choose(addDays(date, 1))}>
            <ChevronRightIcon />
          </IconButton>
          <Button variant="quiet" onClick={() => setChosen(null)}>
            Today
          </Button>
        </div>
        <p className={styles.key}>
          <span data-kind="appointment">You</span>
          <span data-kind="showing">Showing</span>
          <span data-kind="open_house">Open house</span>
        </p>
      </div>
      <Day
        day={day}
        minutesNow={day?.date === today ? minutesNow : null}
        onOpen={(event) => setOpen({ what: 'event', event })}
      />
      <Sheet open={open !== null} title={titleOf(open)} onClose={close}>
        {open?.what === 'form' && (
          <AppointmentForm
            appointment={open.appointment}
            date={date}
            onCancel={close}
            onSaved={(savedOn) => {
              choose(savedOn)
              close()
            }}
          />
        )}
        {open?.what === 'event' && (
          <EventSheet
            // As it is now; what was opened when it is gone meanwhile.
            event={day?.events.find(({ key }) => key === open.event.key) ?? open.event}
            today={today}
            onEdit={(appointment) => setOpen({ what: 'form', appointment })}
            onDelete={(appointment) => {
              close()
              remove(appointment)
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
  minutesNow: number | null
  onOpen: (event: RecordedVisit) => void
}

function Day({ day, minutesNow, onOpen }: DayProps) {
  const isWide = useWideScreen()
  const loadError = useSession((session) => session.areas.listings.error)
  if (day === undefined) return <div className={styles.loading} />
  const { date, events } = day
  const label = `Appointments on ${longDate(date)}`
  return (
    <>
      {events.length === 0 && loadError !== null && (
        <div className={styles.failure}>
          <Banner tone="danger" role="alert">
            Failed to load events.
          </Banner>
        </div>
      )}
      {isWide ? (
        <DayGrid label={label} events={events} minutesNow={minutesNow} onOpen={onOpen} />
      ) : (
        <DayAgenda label={label} events={events} onOpen={onOpen} />
      )}
    </>
  )
}

/** "Saturday, November 21, 2026". */
function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
}
