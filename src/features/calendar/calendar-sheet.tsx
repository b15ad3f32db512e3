import { layOutDay } from '#core/domain/schedule/day-layout.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import type { AppointmentRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { EventSheet } from './event-sheet.tsx'
import type { VisitTimes } from './move-visit.ts'

/** What stands over the calendar. */
export type Open =
  | { what: 'form'; appointment: AppointmentRow | null; at?: VisitTimes }
  | { what: 'event'; event: RecordedVisit }
  | null

type CalendarSheetProps = {
  open: Open
  /** Those that the calendar shows. */
  events: readonly RecordedVisit[]
  /** Of a new appointment, where nothing else is said. */
  newTimes: VisitTimes
  onOpen: (open: Open) => void
  onClose: () => void
  onSaved: (date: string) => void
}

/** What stands over the calendar: an event with what can be done about it, or an appointment's form. */
export function CalendarSheet({ open, events, newTimes, onOpen, onClose, onSaved }: CalendarSheetProps) {
  const { today } = useMinute()
  const deletion = useDeletion('appointment', { message: ({ title }) => `${title} has been removed.` })
  /** As it is now; as it was opened when it is gone meanwhile. */
  const shown = open?.what === 'event' ? placeOfEvent(open.event, events) : null
  return (
    <Sheet open={open !== null} title={titleOf(open)} onClose={onClose}>
      {open?.what === 'form' && (
        <AppointmentForm
          appointment={open.appointment}
          times={open.at ?? newTimes}
          isAtSlot={open.at !== undefined}
          onCancel={onClose}
          onSaved={(savedOn) => {
            onClose()
            onSaved(savedOn)
          }}
        />
      )}
      {shown !== null && (
        <EventSheet
          event={shown.event}
          overlaps={shown.overlaps}
          today={today}
          onEdit={(appointment) => onOpen({ what: 'form', appointment })}
          onDelete={(appointment) => {
            onClose()
            deletion.ask(appointment)
          }}
        />
      )}
    </Sheet>
  )
}

function placeOfEvent(event: RecordedVisit, events: readonly RecordedVisit[]) {
  const { places } = layOutDay(events.filter(({ date }) => date === event.date))
  return places.find((place) => place.event.key === event.key) ?? { event, overlaps: [] }
}

function titleOf(open: Open): string {
  if (open === null) return ''
  if (open.what === 'event') return open.event.title
  return open.appointment === null ? 'New Appointment' : 'Edit Appointment'
}
