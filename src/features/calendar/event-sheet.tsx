import { Link } from '@tanstack/react-router'
import { entriesOfDay } from '#core/domain/schedule/day-entries.ts'
import { directionsTo } from '#core/domain/travel/directions.ts'
import { stopsText } from '#core/domain/tours/tour-words.ts'
import { dateInWords } from '#core/domain/time/wall-clock.ts'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { Person } from '#records/people/person.tsx'
import { recordAddress } from '#records/record-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { AppointmentRow } from '#storage/database/rows.ts'
import { useOutboxMark } from '#storage/device/use-outbox-mark.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { ClashWarning } from '#ui/feedback/clash-warning.tsx'
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/sync-mark.tsx'
import styles from './event-sheet.module.css'
import { timesInWords } from './event-words.ts'
import { saveEventFile } from './save-event-file.ts'

type EventSheetProps = {
  event: RecordedVisit
  /** What else takes its time. */
  overlaps: readonly RecordedVisit[]
  today: string
  onEdit: (appointment: AppointmentRow) => void
  onDelete: (appointment: AppointmentRow) => void
}

/** What is known of one event, and what can be done with it; for the inside of a sheet. */
export function EventSheet({ event, overlaps, today, onEdit, onDelete }: EventSheetProps) {
  const mark = useOutboxMark(event.kind, event.record.key)
  const { clock } = useDevice()
  const destination = entriesOfDay([event], null)[0]?.destination ?? null
  return (
    <>
      <p className={styles.when}>
        {dateInWords(event.date, today)}, {timesInWords(event)}
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
          params={{ tourId: recordAddress(event.record) }}
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
