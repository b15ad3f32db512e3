import { lazy, Suspense, useMemo, useState } from 'react'
import { monthOf } from '#core/domain/time/calendar-days.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { chipsOf, countsOf, type MonthEvent, type MonthDays } from './month-event.ts'
import styles from './calendar.module.css'
import { formatMonth } from '#core/format/dates.ts'

// Loaded on demand: 40 kB, and 20 kB more for the Temporal polyfill.
const ScheduleXMonth = lazy(async () => {
  try {
    if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
    return { default: (await import('./schedule-x-month.tsx')).ScheduleXMonth }
  } catch {
    // The import fails offline, if the service worker has not cached this chunk yet.
    return { default: () => <Banner tone="danger">The month could not be loaded.</Banner> }
  }
})

type MonthGridProps = {
  /** `2026-11` */
  month: string
  chosen: string | null
  today: string
  /** In the order in which a day shows its events. */
  events: readonly MonthEvent[]
  onChoose: (date: string) => void
  onMonthChange: (month: string) => void
}

/** A month from which the agent chooses a day. Shows event titles on wide screens, dots on narrow ones. */
export function MonthGrid({ month, chosen, today, events, onChoose, onMonthChange }: MonthGridProps) {
  /** The day last reached with the arrow keys; null before the first key. */
  const [moved, setMoved] = useState<string | null>(null)
  const chips = useMemo(() => chipsOf(events), [events])
  const counts = useMemo(() => countsOf(events), [events])
  const isMovedInMonth = moved !== null && monthOf(moved) === month
  const reachable = isMovedInMonth ? moved : initialTabStop(month, chosen, today)
  const days: MonthDays = { month, chosen, today, counts, reachable }

  function move(date: string) {
    setMoved(date)
    if (monthOf(date) !== month) onMonthChange(monthOf(date))
  }

  return (
    <section className={styles.month} aria-label={formatMonth(month)}>
      <ol className={styles.weekdays} aria-hidden>
        {weekdays.map((weekday) => (
          <li key={weekday}>{weekday}</li>
        ))}
      </ol>
      <div className={styles.weeks}>
        <Suspense>
          <ScheduleXMonth days={days} chips={chips} onChoose={onChoose} onMove={move} />
        </Suspense>
      </div>
    </section>
  )
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function initialTabStop(month: string, chosen: string | null, today: string): string {
  return [chosen, today].find((date) => date !== null && monthOf(date) === month) ?? `${month}-01`
}
