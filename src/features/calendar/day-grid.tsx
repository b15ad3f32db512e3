import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { placeInColumns } from '#core/domain/day-columns.ts'
import { planDay } from '#core/domain/day-plan.ts'
import { minutesInWords } from '#core/domain/wall-clock.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { CarIcon } from '#ui/icon.tsx'
import styles from './day-grid.module.css'
import { EventButton } from './event-button.tsx'

type DayGridProps = {
  /** Names the scrolling area. */
  label: string
  events: readonly RecordedVisit[]
  /** Minutes since midnight; null when the day is not today. */
  minutesNow: number | null
  onOpen: (event: RecordedVisit) => void
}

const minutesInDay = 24 * 60
/** Below this, title and times share a line. */
const shortMinutes = 36
const morning = 8 * 60

/** A whole day from 00:00 to 24:00, opened an hour before now or before the first event. */
export function DayGrid({ label, events, minutesNow, onOpen }: DayGridProps) {
  const area = useRef<HTMLElement>(null)
  const places = placeInColumns(events)
  const drives = drivesOf(events)
  const first = places[0]?.start ?? morning

  useLayoutEffect(() => {
    const { current } = area
    if (current === null) return
    current.scrollTop = ((minutesNow ?? first) - 60) * (current.scrollHeight / minutesInDay)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day; later the agent scrolls
  }, [label])

  return (
    // It scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={area} className={styles.day} aria-label={label} tabIndex={0}>
      <ol className={styles.hours} aria-hidden>
        {hours.map((hour) => (
          <li key={hour}>{hour}</li>
        ))}
      </ol>
      <div className={styles.grid}>
        {minutesNow !== null && (
          <div className={styles.now} style={variables({ start: minutesNow })} data-now aria-hidden />
        )}
        <ul>
          {drives.map(({ minutes, leaveBy, missingMinutes }) => (
            <li
              key={leaveBy}
              className={styles.drive}
              style={variables({ arrival: leaveBy + minutes, minutes: Math.max(minutes, shortestDriveDrawn) })}
              data-tight={missingMinutes > 0 || undefined}
            >
              <CarIcon size={16} />
              <span>
                Drive {minutes} min,{' '}
                {missingMinutes > 0 ? `${missingMinutes} min too long` : `leave by ${minutesInWords(leaveBy)}`}
              </span>
            </li>
          ))}
          {places.map(({ event, start, minutes, column, columns }) => (
            <li key={event.key} className={styles.place} style={variables({ start, minutes, column, columns })}>
              <EventButton event={event} isShort={minutes < shortMinutes} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A shorter drive is drawn as high as its words. */
const shortestDriveDrawn = 21

function drivesOf(events: readonly RecordedVisit[]) {
  const parts = planDay(
    events.map((event) => ({
      key: event.key,
      start_time: event.start_time,
      end_time: event.end_time,
      place: event.place,
      endPlace: event.endPlace,
      isAnywhere: event.kind === 'appointment' && !event.record.location,
    })),
  )
  return parts.filter((part) => part.kind === 'drive')
}

const hours = Array.from({ length: 24 }, (_, hour) => {
  if (hour === 12) return 'Noon'
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
})

/** Custom properties for the style sheet. */
function variables(values: Record<string, number>): CSSProperties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
}
