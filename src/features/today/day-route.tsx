import { Link } from '@tanstack/react-router'
import type { DayPart } from '#core/domain/day-plan.ts'
import { minutesInWords } from '#core/domain/wall-clock.ts'
import { DoorAddress } from '#ui/door-address.tsx'
import { CarIcon, CheckIcon } from '#ui/icon.tsx'
import styles from './day-route.module.css'
import { driveInWords } from './drive-words.ts'
import { StartSignIn } from './start-sign-in.tsx'
import type { TodayVisit } from './today-visit.ts'
import { VisitMark } from './visit-mark.tsx'

type DayRouteProps = {
  parts: readonly DayPart<TodayVisit>[]
  isToday: boolean
  isDone?: boolean
}

/** Visits are solid, drives hatched, free time is only said. */
export function DayRoute({ parts, isToday, isDone = false }: DayRouteProps) {
  return (
    <ol className={styles.route}>
      {parts.map((part, index) => (
        // Nothing but their place in the day identifies parts.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles.part}>
          <p className={styles.at}>{part.kind === 'visit' && minutesInWords(part.start)}</p>
          {part.kind === 'visit' && <Slab part={part} isDone={isDone} isToday={isToday} />}
          {part.kind === 'drive' && <Leg drive={part} />}
          {part.kind === 'free' && (
            <p className={styles.free}>
              Free {minutesInWords(part.start)} – {minutesInWords(part.end)}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type SlabProps = {
  part: Extract<DayPart<TodayVisit>, { kind: 'visit' }>
  isDone: boolean
  isToday: boolean
}

function Slab({ part: { visit, end }, isDone, isToday }: SlabProps) {
  const title = visit.isAddress ? <DoorAddress address={visit.title} /> : visit.title
  return (
    <div className={styles.slab} data-kind={visit.kind}>
      <div className={styles.line}>
        <h3>
          {visit.page === null ? (
            title
          ) : (
            <Link className={styles.page} to={visit.page.to}>
              {title}
            </Link>
          )}
        </h3>
        {isDone && (
          <span className={styles.done}>
            <CheckIcon size={20} />
            done
          </span>
        )}
      </div>
      <p className={styles.note}>
        {visit.note} · until {minutesInWords(end)}
      </p>
      <VisitMark visit={visit} />
      {/* No visitor signs in on another day. */}
      {visit.kind === 'open_house' && isToday && !isDone && (
        <div className={styles.action}>
          <StartSignIn visit={visit} />
        </div>
      )}
    </div>
  )
}

function Leg({ drive }: { drive: Extract<DayPart<TodayVisit>, { kind: 'drive' }> }) {
  const { leaveBy, missingMinutes } = drive
  return (
    <p className={styles.leg} data-tight={missingMinutes > 0 || undefined}>
      <CarIcon size={16} />
      <span>
        {driveInWords(drive)} ·{' '}
        {missingMinutes > 0 ? `${missingMinutes} min too long` : `leave by ${minutesInWords(leaveBy)}`}
      </span>
    </p>
  )
}
