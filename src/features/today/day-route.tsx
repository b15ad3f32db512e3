import { Link } from '@tanstack/react-router'
import type { DayPart } from '#core/domain/day-plan.ts'
import { minutesInWords } from '#core/domain/wall-clock.ts'
import { useOutboxMark } from '#storage/use-outbox-mark.ts'
import { DoorAddress } from '#ui/door-address.tsx'
import { CarIcon, CheckIcon } from '#ui/icon.tsx'
import { SyncMark } from '#ui/sync-mark.tsx'
import styles from './day-route.module.css'
import { driveInWords } from './drive-words.ts'
import { StartSignIn } from './start-sign-in.tsx'
import type { TodayVisit } from './today-visit.ts'

type DayRouteProps = {
  parts: readonly DayPart<TodayVisit>[]
  /** The visit that goes on or comes next. */
  nextIndex: number | null
  /** Null on every day but today. */
  minutesNow: number | null
}

/** Visits are solid, drives hatched, free time is only said. */
export function DayRoute({ parts, nextIndex, minutesNow }: DayRouteProps) {
  return (
    <ol className={styles.route}>
      {parts.map((part, index) => (
        // Parts have their place in the day and nothing else; they are told anew with it.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles.part}>
          <p className={styles.at}>{part.kind === 'visit' && minutesInWords(part.start)}</p>
          {part.kind === 'visit' && (
            <Slab
              part={part}
              isNext={index === nextIndex}
              isOver={minutesNow !== null && part.end <= minutesNow}
              isToday={minutesNow !== null}
            />
          )}
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
  isNext: boolean
  isOver: boolean
  isToday: boolean
}

function Slab({ part: { visit, end }, isNext, isOver, isToday }: SlabProps) {
  const title = visit.isAddress ? <DoorAddress address={visit.title} /> : visit.title
  return (
    <div
      className={styles.slab}
      data-kind={visit.kind}
      data-next={isNext || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
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
        {isOver && (
          <span className={styles.done}>
            <CheckIcon size={20} />
            done
          </span>
        )}
      </div>
      <p className={styles.note}>
        {visit.note} · until {minutesInWords(end)}
      </p>
      <Mark visit={visit} />
      {/* What is next has its button in the card above; no visitor signs in on another day. */}
      {visit.kind === 'open_house' && isToday && !isOver && !isNext && (
        <div className={styles.action}>
          <StartSignIn visit={visit} />
        </div>
      )}
    </div>
  )
}

function Mark({ visit: { record } }: { visit: TodayVisit }) {
  const mark = useOutboxMark(record?.entity ?? 'appointment', record?.key ?? '')
  if (mark === null) return null
  return (
    <p>
      <SyncMark state={mark} />
    </p>
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
