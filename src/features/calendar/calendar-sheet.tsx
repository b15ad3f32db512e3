import { layOutDay } from '#core/domain/schedule/day-grid.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import type { AppointmentRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { AppointmentForm } from './appointment-form.tsx'
import { saveEventFile, type VisitTimes, formatTimes } from './calendar-events.ts'
import { Link } from '@tanstack/react-router'
import { entriesOfDay } from '#core/domain/schedule/day-entries.ts'
import { directionsTo } from '#core/domain/travel/driving.ts'
import { stopsText } from '#core/domain/tours/tour-labels.ts'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { Person } from '#records/people/person.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { useDevice, useOutboxMark } from '#storage/device/device-context.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { ClashWarning } from '#ui/feedback/clash-warning.tsx'
import { DialogActions, Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import styles from './dashboard-calendar.module.css'
import { formatDate } from '#core/format/dates.ts'

/** Null while the sheet is closed. `appointment` is null for a new one. `at`: the times that the agent chose in the calendar. */
export type OpenSheet =
  | { what: 'form'; appointment: AppointmentRow | null; at?: VisitTimes }
  | { what: 'event'; event: RecordedVisit }
  | null

type CalendarSheetProps = {
  open: OpenSheet
  events: readonly RecordedVisit[]
  /** The times of a new appointment if the agent chose none in the calendar. */
  newTimes: VisitTimes
  onOpen: (open: OpenSheet) => void
  onClose: () => void
  onSaved: (date: string) => void
}

export function CalendarSheet({ open, events, newTimes, onOpen, onClose, onSaved }: CalendarSheetProps) {
  const { today } = useMinute()
  // Deletes without a question, so its `dialog` is not rendered: no record depends on an appointment.
  const deletion = useDeletion('appointment', { message: ({ title }) => `${title} has been removed.` })
  /** The event as it is now, with the events that overlap it; as it was opened if it has been deleted since. */
  const shown = open?.what === 'event' ? currentWithOverlaps(open.event, events) : null
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

function currentWithOverlaps(event: RecordedVisit, events: readonly RecordedVisit[]) {
  const { places } = layOutDay(events.filter(({ date }) => date === event.date))
  return places.find((place) => place.event.key === event.key) ?? { event, overlaps: [] }
}

function titleOf(open: OpenSheet): string {
  if (open === null) return ''
  if (open.what === 'event') return open.event.title
  return open.appointment === null ? 'New Appointment' : 'Edit Appointment'
}

type EventSheetProps = {
  event: RecordedVisit
  overlaps: readonly RecordedVisit[]
  today: string
  onEdit: (appointment: AppointmentRow) => void
  onDelete: (appointment: AppointmentRow) => void
}

function EventSheet({ event, overlaps, today, onEdit, onDelete }: EventSheetProps) {
  const mark = useOutboxMark(event.kind, event.record.key)
  const { clock } = useDevice()
  const destination = entriesOfDay([event], null)[0]?.destination ?? null
  return (
    <>
      <p className={styles.when}>
        {formatDate(event.date, today)}, {formatTimes(event)}
      </p>
      {event.kind === 'tour' && <p className={styles.note}>{stopsText(event.record.stops.length)}</p>}
      {(event.kind === 'showing' || event.kind === 'tour') && (
        <Person client={event.person} email={event.record.client_email} />
      )}
      {event.kind === 'appointment' && event.person !== undefined && (
        <Person client={event.person} email={event.person.email} />
      )}
      {destination !== null && (
        <p className={styles.note}>
          <a
            href={directionsTo(destination)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Directions to ${destination}`}
          >
            {destination}
          </a>
        </p>
      )}
      {event.kind === 'appointment' && event.record.notes && <p className={styles.note}>{event.record.notes}</p>}
      {(event.kind === 'showing' || event.kind === 'open_house') && (
        <DoorCardOfListing listing={event.record.listing_key} look="part" />
      )}
      <ClashWarning clashes={overlaps.map((other) => ({ kind: 'overlap', with: other }))} />
      {mark !== null && (
        <p>
          <SyncMark state={mark} />
        </p>
      )}
      {mark === 'Needs fixing' && (
        <Banner tone="warning">
          The server refused it. <Link to="/outbox">Decide in the Outbox</Link>
        </Banner>
      )}
      <div>
        <Button onClick={() => saveEventFile(event, clock.now())}>
          <DownloadIcon size={18} />
          Download .ics
        </Button>
      </div>
      <Actions event={event} onEdit={onEdit} onDelete={onDelete} />
    </>
  )
}

function Actions({ event, onEdit, onDelete }: Pick<EventSheetProps, 'event' | 'onEdit' | 'onDelete'>) {
  return (
    <DialogActions>
      {event.kind === 'appointment' && (
        <>
          <Button variant="danger" onClick={() => onDelete(event.record)}>
            Delete Appointment
          </Button>
          <Button variant="primary" onClick={() => onEdit(event.record)}>
            Edit Appointment
          </Button>
        </>
      )}
      {event.kind === 'tour' && (
        <Link
          to="/tours/$tourId"
          params={{ tourId: recordIdInUrl(event.record) }}
          className={buttonClass({ variant: 'primary' })}
        >
          Open Tour
        </Link>
      )}
      {(event.kind === 'showing' || event.kind === 'open_house') && (
        <Link
          to="/listings/$listingId"
          params={{ listingId: event.record.listing_key }}
          className={buttonClass({ variant: 'primary' })}
        >
          Open Listing
        </Link>
      )}
    </DialogActions>
  )
}
