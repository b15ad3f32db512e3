import { memo } from 'react'
import type { DrivePlace, EventPlace } from '#core/domain/schedule/day-layout.ts'
import { longDateInWords } from '#core/domain/time/month.ts'
import { dayMinutes } from '#core/domain/time/usual-times.ts'
import { leaveByInWords } from '#core/domain/schedule/day-plan.ts'
import { lengthText } from '#core/domain/tours/tour-words.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { CarIcon } from '#ui/icons/icon.tsx'
import { EventButton } from './event-button.tsx'
import styles from './grid-day.module.css'
import { gridVariables } from './grid-variables.ts'

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
      <ul aria-label={longDateInWords(date)}>
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
    ? `you’d be ${lengthText(missingMinutes, isApproximate)} late`
    : `leave by ${leaveByInWords({ leaveBy, isApproximate })}`
  const words = lengthText(minutes, isApproximate)
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
