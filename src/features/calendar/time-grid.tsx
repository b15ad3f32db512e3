import { useLayoutEffect, useRef } from 'react'
import { dayMinutes } from '#core/domain/usual-times.ts'
import { longDateInWords } from '#core/domain/month.ts'
import { minutesOfDay } from '#core/domain/wall-clock.ts'
import type { RecordedVisit } from '#storage/visits-of-day.ts'
import { GridDay } from './grid-day.tsx'
import { gridVariables } from './grid-variables.ts'
import styles from './time-grid.module.css'

type TimeGridProps = {
  /** Names the scrolling area. */
  label: string
  /** One day, or a week with a heading for each. */
  days: readonly string[]
  events: readonly RecordedVisit[]
  now: { today: string; minutesNow: number }
  /** Said over an empty grid. */
  nothing: string | null
  onOpen: (event: RecordedVisit) => void
  /** The heading of a day was pressed. */
  onDay: (date: string) => void
}

const morning = 8 * 60

/** Whole days from 00:00 to 24:00, side by side, opened an hour before now or before the first event. */
export function TimeGrid({ label, days, events, now, nothing, onOpen, onDay }: TimeGridProps) {
  const area = useRef<HTMLElement>(null)
  const isWeek = days.length > 1
  const first = days.includes(now.today) ? now.minutesNow : firstMinute(events)

  useLayoutEffect(() => {
    const { current } = area
    if (current === null) return
    current.scrollTop = (first - 60) * (current.scrollHeight / dayMinutes)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day; later the agent scrolls
  }, [label])

  return (
    <section
      ref={area}
      className={styles.area}
      style={gridVariables({ days: days.length })}
      aria-label={label}
      // It scrolls, so the keyboard must reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-week={isWeek || undefined}
    >
      {isWeek && (
        <div className={styles.heads}>
          {days.map((date) => (
            <button
              key={date}
              type="button"
              className={styles.head}
              aria-label={longDateInWords(date)}
              aria-current={date === now.today ? 'date' : undefined}
              onClick={() => onDay(date)}
            >
              {weekday.format(new Date(`${date}T00:00:00Z`))} <span>{Number(date.slice(8))}</span>
            </button>
          ))}
        </div>
      )}
      <ol className={styles.hours} aria-hidden>
        {hours.map((hour) => (
          <li key={hour}>{hour}</li>
        ))}
      </ol>
      <div className={styles.grid}>
        {days.map((date) => (
          <GridDay
            key={date}
            date={date}
            events={events.filter((event) => event.date === date)}
            minutesNow={date === now.today ? now.minutesNow : null}
            onOpen={onOpen}
          />
        ))}
      </div>
      {nothing !== null && <p className={styles.nothing}>{nothing}</p>}
    </section>
  )
}

function firstMinute(events: readonly RecordedVisit[]): number {
  return events.length === 0 ? morning : Math.min(...events.map(({ start_time }) => minutesOfDay(start_time)))
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

const hours = Array.from({ length: 24 }, (_, hour) => {
  if (hour === 12) return 'Noon'
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
})
