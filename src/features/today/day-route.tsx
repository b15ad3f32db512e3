import { Link } from '@tanstack/react-router'
import type { DayEntry } from '#core/domain/schedule/day-entries.ts'
import { type DayPart, type DrivePart, formatLeaveBy, type VisitPart } from '#core/domain/schedule/day-plan.ts'
import { DoorAddress } from '#ui/layout/door-address.tsx'
import { CarIcon, CheckIcon } from '#ui/icons/icon.tsx'
import styles from './day-route.module.css'
import { StartSignIn, type MoreOfVisit, VisitMark } from './visit-more.tsx'
import { formatMinutesOfDay } from '#core/format/times.ts'
import { formatDrive, formatDuration } from '#core/format/durations.ts'

type DayRouteProps = {
  parts: readonly DayPart<DayEntry>[]
  isToday: boolean
  more: MoreOfVisit
  /** They lie behind. */
  isEarlier?: boolean
}

/** Visits are solid, drives hatched, free time is only said. */
export function DayRoute({ parts, isToday, more, isEarlier = false }: DayRouteProps) {
  return (
    <ol className={styles.route}>
      {parts.map((part, index) => (
        // Nothing but their place in the day identifies parts.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles.part}>
          <p className={styles.at}>{part.kind === 'visit' && formatMinutesOfDay(part.start)}</p>
          {part.kind === 'visit' && <Slab part={part} more={more} isEarlier={isEarlier} isToday={isToday} />}
          {part.kind === 'drive' && <Leg drive={part} />}
          {part.kind === 'free' && (
            <p className={styles.free}>
              Free {formatMinutesOfDay(part.start)} – {formatMinutesOfDay(part.end)}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type SlabProps = {
  part: VisitPart<DayEntry>
  more: MoreOfVisit
  isEarlier: boolean
  isToday: boolean
}

function Slab({ part: { visit, end }, more, isEarlier, isToday }: SlabProps) {
  const title = visit.isAddress ? <DoorAddress address={visit.title} /> : visit.title
  return (
    <div className={styles.slab} data-kind={visit.kind} data-earlier={isEarlier || undefined}>
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
        {/* Only what somebody said: time alone makes nothing done. */}
        {visit.progress === 'done' && (
          <span className={styles.done}>
            <CheckIcon size={20} />
            done
          </span>
        )}
      </div>
      <p className={styles.note}>
        {visit.note} · until {formatMinutesOfDay(end)}
      </p>
      {more(visit, false)}
      <VisitMark visit={visit} />
      {/* No visitor signs in on another day. */}
      {visit.kind === 'open_house' && isToday && !isEarlier && (
        <div className={styles.action}>
          <StartSignIn visit={visit} />
        </div>
      )}
    </div>
  )
}

function Leg({ drive }: { drive: DrivePart }) {
  const { isApproximate, missingMinutes } = drive
  return (
    <p className={styles.leg} data-tight={missingMinutes > 0 || undefined}>
      <CarIcon size={16} />
      <span>
        {formatDrive(drive)} ·{' '}
        {missingMinutes > 0
          ? `you’d be ${formatDuration(missingMinutes, isApproximate)} late`
          : `leave by ${formatLeaveBy(drive)}`}
      </span>
    </p>
  )
}
