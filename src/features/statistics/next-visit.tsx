import { Link } from '@tanstack/react-router'
import { minutesOfDay, timeInWords } from '#core/domain/wall-clock.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { useMinute } from '#storage/use-minute.ts'
import { visitsOfDay } from '#storage/visits-of-day.ts'
import styles from './next-visit.module.css'

/** What comes next today, and the way to the day's list. */
export function NextVisit() {
  const { database } = useDevice()
  const { today, minutesNow } = useMinute()
  const visits = useLiveQuery(() => visitsOfDay(database, today), [database, today])
  const [next] = (visits ?? [])
    .filter(({ start_time }) => minutesOfDay(start_time) > minutesNow)
    .toSorted((one, other) => minutesOfDay(one.start_time) - minutesOfDay(other.start_time))
  return (
    <Link to="/today" className={styles.next}>
      {next === undefined ? 'Today' : `Next: ${next.title} at ${timeInWords(next.start_time)}`}
    </Link>
  )
}
