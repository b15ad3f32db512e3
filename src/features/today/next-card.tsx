import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DayEntry } from '#core/domain/schedule/day-entries.ts'
import { type DrivePart, formatLeaveBy, type VisitPart } from '#core/domain/schedule/day-plan.ts'
import { directionsLink } from '#core/domain/travel/driving.ts'
import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { CarIcon } from '#ui/icons/icon.tsx'
import styles from './next-card.module.css'
import { StartSignIn, type RenderVisitDetails, VisitMark } from './visit-more.tsx'
import { formatMinutesOfDay } from '#core/format/times.ts'
import { formatDrive, formatDuration } from '#core/format/durations.ts'

type NextCardProps = {
  /** The visit with its start and end, in minutes of the day. */
  part: VisitPart<DayEntry>
  more: RenderVisitDetails
  /** The visit's listing, whose approximate location the agent can correct. */
  listingKey: LocalKey | undefined
  /** The button that starts the visit; null if it cannot be started. */
  begin: ReactNode
  /** The door card of the visit's home. */
  door: ReactNode
  isNow: boolean
  drive: DrivePart | null
  minutesNow: number
}

export function NextCard({ part, listingKey, more, begin, door, isNow, drive, minutesNow }: NextCardProps) {
  const { visit, start, end } = part
  const directions = directionsLink(visit.destination, visit.place)
  const [from, until] = [formatMinutesOfDay(start), formatMinutesOfDay(end)]
  return (
    <section className={styles.card} aria-label={isNow ? 'Now' : 'Next'}>
      <p className={styles.when}>{isNow ? `Now · until ${until}` : `Next · ${from}`}</p>
      <h2 className={styles.plate}>
        <Plate visit={visit} />
      </h2>
      <p className={styles.note}>
        {visit.note} · {formatDuration(Math.round(end - start))}
      </p>
      {isApproximate(visit.place) && (
        <p className={styles.note}>
          <ApproximateLocation listingKey={listingKey} />
        </p>
      )}
      {more(visit, true)}
      <VisitMark visit={visit} />
      {drive !== null && (
        <p className={styles.leave}>
          <CarIcon size={22} />
          <span>
            {drive.leaveBy <= minutesNow ? (
              <b>{visit.isOnTheWay ? 'On the way' : 'Leave now'}</b>
            ) : (
              <LeaveBy {...drive} />
            )}
          </span>
          <span>{formatDrive(drive)}</span>
        </p>
      )}
      <div className={styles.buttons}>
        {begin}
        {visit.kind === 'open_house' && <StartSignIn visit={visit} isPrimary />}
        {directions !== null && (
          <a
            className={buttonClass({
              size: 'large',
              variant: begin !== null || visit.kind === 'open_house' || isNow ? 'secondary' : 'primary',
            })}
            href={directions}
            target="_blank"
            rel="noreferrer"
          >
            Directions
          </a>
        )}
        {visit.page !== null && (
          <Link className={buttonClass({ size: 'large' })} to={visit.page.to}>
            {visit.page.name}
          </Link>
        )}
      </div>
      {door}
    </section>
  )
}

function LeaveBy(drive: DrivePart) {
  return (
    <>
      Leave by <b>{formatLeaveBy(drive)}</b>
    </>
  )
}

function Plate({ visit }: { visit: DayEntry }) {
  // `isAddress`: the title is an address, so it may begin with a house number.
  const number = visit.isAddress ? /^\d\S*/.exec(visit.title)?.[0] : undefined
  if (number === undefined) return <span>{visit.title}</span>
  return (
    <>
      <b data-long={number.length > 5 || undefined}>{number}</b> <span>{visit.title.slice(number.length).trim()}</span>
    </>
  )
}
