import { longDateInWords, weekInWords } from '#core/domain/time/month.ts'
import { LoadFailure } from '#records/states/load-failure.tsx'
import { type LoadState, useLoadState } from '#records/states/use-load-state.ts'
import type { DaysEvents } from './calendar-queries.ts'
import styles from './dashboard-days.module.css'
import { FollowUpsOnDays } from './follow-ups-on-days.tsx'
import { TimeGrid, type TimeGridProps } from './time-grid.tsx'

type DashboardDaysProps = {
  read: DaysEvents | undefined
  hasFailed: boolean
  now: { today: string; minutesNow: number }
} & Pick<TimeGridProps, 'onOpen' | 'onDay' | 'onCreate' | 'onMove'>

/** A day, or a week, by its hours. */
export function DashboardDays({ read, hasFailed, ...grid }: DashboardDaysProps) {
  const load = useLoadState('listing')
  if (read === undefined) return <div className={styles.place} />
  const { days, events } = read
  const [first = ''] = days
  const label = days.length > 1 ? `Appointments, ${weekInWords(first)}` : `Appointments on ${longDateInWords(first)}`
  const isEmpty = events.length === 0
  // In its place: hours that only look free would deceive.
  if (isEmpty && (hasFailed || load === 'failed')) {
    return (
      <div className={styles.place}>
        <LoadFailure>Failed to load events.</LoadFailure>
      </div>
    )
  }
  return (
    <>
      <FollowUpsOnDays days={days} today={grid.now.today} />
      <TimeGrid
        {...grid}
        label={label}
        days={days}
        events={events}
        nothing={isEmpty ? nothingInWords(load, days.length > 1) : null}
      />
    </>
  )
}

function nothingInWords(load: LoadState, isWeek: boolean): string | null {
  switch (load) {
    case 'unreached':
      return 'Your plans will appear here once this device has reached the server.'
    case 'known':
      return isWeek ? 'Nothing is planned this week.' : 'Nothing is planned on this day.'
    case 'arriving':
      return 'Your plans are being loaded.'
    case 'failed':
      return null
  }
}
