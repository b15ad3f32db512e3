import { memo, type CSSProperties } from 'react'
import type { DrivePlace, EventPlace } from '#core/domain/schedule/day-grid.ts'
import { dayMinutes } from '#core/domain/time/usual-times.ts'
import { formatLeaveBy } from '#core/domain/schedule/day-plan.ts'
import { tourTitle } from '#core/domain/tours/tour-words.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { CarIcon, WarningIcon } from '#ui/icons/icon.tsx'
import styles from './grid-day.module.css'
import { useOutboxMark } from '#storage/device/device-context.tsx'
import { eventSlabClass } from '#ui/calendar/event-slab.tsx'
import { eventNote, formatOverlaps, personOf, formatTimes } from './event-words.ts'
import { formatLongDate } from '#core/format/dates.ts'
import { formatDuration } from '#core/format/durations.ts'

type GridDayProps = {
  date: string
  places: readonly EventPlace<RecordedVisit>[]
  drives: readonly DrivePlace[]
  now: { today: string; minutesNow: number }
  /** The event that is being moved. */
  moving: string | null
  onOpen: (event: RecordedVisit) => void
}

/** Below this, title and times share a line. */
const shortMinutes = 36
/** A shorter drive is drawn as high as its words, where there is room. */
const shortestDriveDrawn = 21
/** Below this, it has no words. */
const shortestDriveWithWords = 17
/** Below this, hatching would be a row of dashes. */
const shortestDriveSeen = 12

/** A day of the grid: drives hatched, events beside each other where they overlap, the present time behind them. */
export const GridDay = memo(function GridDay({ date, places, drives, now, moving, onOpen }: GridDayProps) {
  const { today, minutesNow } = now
  const past = date < today ? dayMinutes : date === today ? minutesNow : 0
  return (
    <div className={styles.day} style={gridVariables({ past })}>
      {date === today && (
        <div className={styles.now} style={gridVariables({ start: minutesNow })} data-now aria-hidden />
      )}
      <ul aria-label={formatLongDate(date)}>
        {drives.map((drive) => (
          <Drive key={drive.leaveBy} {...drive} />
        ))}
        {places.map((place) => (
          <Event key={place.event.key} {...place} isMoving={moving === place.event.key} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
})

/** It ends where the agent arrives. */
function Drive({ minutes, isApproximate, leaveBy, missingMinutes, column, columns, span, room }: DrivePlace) {
  const tight = missingMinutes > 0
  const drawn = Math.max(minutes, tight ? shortestDriveDrawn : Math.min(shortestDriveDrawn, room))
  const place = { start: leaveBy + minutes - drawn, minutes: drawn, column, columns, span }
  const note = tight
    ? `you’d be ${formatDuration(missingMinutes, isApproximate)} late`
    : `leave by ${formatLeaveBy({ leaveBy, isApproximate })}`
  const words = formatDuration(minutes, isApproximate)
  return (
    <li
      className={styles.drive}
      style={gridVariables(place)}
      data-tight={tight || undefined}
      data-low={drawn < shortestDriveWithWords || undefined}
      data-unseen={drawn < shortestDriveSeen || undefined}
      title={`Drive ${words}, ${note}`}
    >
      <CarIcon size={16} />
      <span>
        <span className={styles.extra}>Drive </span>
        {words}
        <span className={styles.extra}>, {note}</span>
      </span>
    </li>
  )
}

type EventProps = EventPlace<RecordedVisit> & Pick<GridDayProps, 'onOpen'> & { isMoving: boolean }

function Event({ event, overlaps, start, minutes, column, columns, span, isMoving, onOpen }: EventProps) {
  return (
    <li
      className={styles.place}
      style={gridVariables({ start, minutes, column, columns, span })}
      data-moving={isMoving || undefined}
    >
      <EventButton event={event} overlaps={overlaps} isShort={minutes < shortMinutes} onOpen={onOpen} />
    </li>
  )
}

type EventButtonProps = {
  event: RecordedVisit
  /** What else takes its time. */
  overlaps: readonly RecordedVisit[]
  /** Title and times share a line. */
  isShort: boolean
  onOpen: (event: RecordedVisit) => void
}

/** An event as a coloured slab; dashed, with the word for it, while the office does not have it. */
function EventButton({ event, overlaps, isShort, onOpen }: EventButtonProps) {
  const mark = useOutboxMark(event.kind, event.record.key)
  const note = isShort ? null : eventNote(event)
  const clash = formatOverlaps(overlaps)
  return (
    <button
      type="button"
      className={eventSlabClass(styles.event)}
      data-kind={event.kind}
      data-event={event.key}
      data-short={isShort || undefined}
      data-pencil={mark !== null || undefined}
      aria-keyshortcuts={event.kind === 'tour' ? undefined : 'M'}
      onClick={() => onOpen(event)}
    >
      <span className={styles.words}>
        {clash !== null && <WarningIcon size={16} className={styles.warning} />}
        <span className={styles.title}>
          <Title event={event} />
        </span>{' '}
        <span className={styles.when}>
          {formatTimes(event)}
          {clash !== null && <strong className={styles.eventExtra}> · {clash}</strong>}
          {note !== null && <span className={styles.eventExtra}> · {note}</span>}
          {mark !== null && ` · ${mark}`}
        </span>
      </span>
      {event.kind !== 'tour' && <span className={styles.end} data-end />}
    </button>
  )
}

/** "Showing at 51 Aiken Way": where there is little room, its color says the first part. "Hugo Abernathy · Tour #2". */
function Title({ event }: { event: RecordedVisit }) {
  const { title } = event
  if (event.kind === 'tour')
    return (
      <>
        {personOf(event)} <span className={styles.dot}>· </span>
        <span className={styles.number}>{tourTitle(event.record.id)}</span>
      </>
    )
  const address = event.kind === 'showing' || event.kind === 'open_house' ? event.property.address : undefined
  if (address === undefined || !title.endsWith(address)) return title
  return (
    <>
      <span className={styles.kind}>{title.slice(0, -address.length)}</span>
      {address}
    </>
  )
}

/** Custom properties for the style sheets of the grid. */
export function gridVariables(values: Record<string, number>): CSSProperties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
}
