import { type DrivePart, formatLeaveBy, planDay, type VisitPart } from '#core/domain/schedule/day-plan.ts'
import { directionsTo } from '#core/domain/travel/driving.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { ListingAgent } from '#records/people/listing-agent.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { CarIcon } from '#ui/icons/icon.tsx'
import { EditStopHome } from '#features/tours/tour-route.tsx'
import { DirectionsIcon } from '../tour-icons.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'
import { entriesOfDay, type DayEntry, entryKey } from '#core/domain/schedule/day-entries.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useDay } from '#storage/schedule/use-day.ts'
import { visitKey } from '#storage/schedule/visits-of-day.ts'
import { formatTime } from '#core/format/times.ts'
import { formatDrive } from '#core/format/durations.ts'

type NextStopProps = {
  /** The stop where the agent is, else the next one. */
  current: RunStop<ShownStop>
  drive: DrivePart | null
  isOnTheWay: boolean
  /** Seconds of the day; null if the tour is not today. */
  now: number | null
}

/** Shows the current stop, or the next one, with its house number large enough to read in the sun. */
export function NextStop({ current, drive, isOnTheWay, now }: NextStopProps) {
  const { stop, state, arrival, begins, departure } = current
  const isHere = state === 'here'
  const houseNumber = /^\d\S*/.exec(stop.listing_address)?.[0]
  const street =
    houseNumber === undefined ? stop.listing_address : stop.listing_address.slice(houseNumber.length).trim()
  return (
    <section className={styles.card} aria-label={isHere ? 'This stop' : 'Next stop'}>
      <p className={styles.caption}>
        {isHere ? `Here since ${formatTime(arrival)}` : `Next stop · arrive ${formatTime(arrival)}`}
      </p>
      <h2 className={styles.door}>
        {houseNumber !== undefined && <b>{houseNumber}</b>} <span>{street}</span>
      </h2>
      <p className={styles.facts}>
        {[
          stop.listing_city,
          !isHere && begins !== arrival && `from ${formatTime(begins)}`,
          stop.duration_minutes !== undefined && `${stop.duration_minutes} min`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {stop.facts !== '' && <p className={styles.home}>{stop.facts}</p>}
      {stop.location !== 'exact' && (
        <p className={styles.home}>
          <ApproximateLocation listingKey={stop.listingKey} isUnknown={stop.location === 'unknown'} />
        </p>
      )}
      {stop.isGone && (
        <p>
          <Badge tone="warning">no longer listed</Badge>
        </p>
      )}
      {isHere ? (
        <p className={styles.until}>
          Leave at about <b>{formatTime(departure)}</b>
        </p>
      ) : (
        drive !== null && <Leave drive={drive} isOnTheWay={isOnTheWay} now={now} />
      )}
      <a
        className={buttonClass({ size: 'large' })}
        href={directionsTo(stop.destination)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Directions to ${stop.listing_address}`}
      >
        <DirectionsIcon size={20} />
        Directions
      </a>
      {stop.listedBy !== null && <ListingAgent agent={stop.listedBy} />}
      <EditStopHome stop={stop} />
      <DoorCardOfListing key={current.name} listing={stop.listing_id} look="part" />
    </section>
  )
}

type LeaveProps = Pick<NextStopProps, 'isOnTheWay' | 'now'> & { drive: DrivePart }

function Leave({ drive, isOnTheWay, now }: LeaveProps) {
  return (
    <p className={styles.leave}>
      <CarIcon size={24} />
      <span className={styles.by}>
        {now !== null && drive.leaveBy * 60 <= now ? (
          isOnTheWay ? (
            'On the way'
          ) : (
            'Leave now'
          )
        ) : (
          <>
            Leave by <b>{formatLeaveBy(drive)}</b>
          </>
        )}
      </span>
      <span className={styles.drive}>{formatDrive(drive)}</span>
    </p>
  )
}

type WayToStop = {
  /** The drive from the previous entry of the day; null if it is unknown. */
  drive: DrivePart | null
  /** True if the agent has left the previous stop and no other event comes before this one. */
  isOnTheWay: boolean
  /** If the agent is still elsewhere: when the drive begins (after the event going on now, if any), plus the drive; null: the tour's times apply. */
  notBefore: number | null
  /** Arrival if the agent leaves now; null if that is unknown or another event comes first. */
  arrivalIfLeavingNow: { at: number; isApproximate: boolean } | null
}

const unknown: WayToStop = { drive: null, isOnTheWay: false, notBefore: null, arrivalIfLeavingNow: null }

/** Returns the drive to a stop, and when the agent can reach the stop in view of other events and lunch; *Today* shows the same. */
export function useWayToStop(tour: TourRow, stop: ShownStop | undefined, now: number | null): WayToStop {
  const day = useDay(tour.tour_date)
  if (stop === undefined) return unknown
  const key = visitKey('tour', tour.key)
  // A tour that has not started is planned as if it started now.
  const started = { ...tour, status: 'in_progress' }
  const visits = (day?.visits ?? []).map((visit) =>
    visit.kind === 'tour' && visit.key === key ? Object.assign({}, visit, { record: started }) : visit,
  )
  const parts = planDay(entriesOfDay(visits, now === null ? null : now / 60))
  const stopIndex = parts.findIndex((part) => part.kind === 'visit' && part.visit.key === entryKey(key, stop))
  const before = parts.slice(0, Math.max(stopIndex, 0)).filter((part) => part.kind === 'visit')
  const last = parts[stopIndex - 1]
  const drive = last?.kind === 'drive' ? last : null
  const from = before.findLast(({ visit }) => !visit.isAnywhere)
  const isOnTheWay = from?.visit.record?.key === tour.key && from.visit.progress === 'done'
  if (now === null || stopIndex < 0) return { ...unknown, drive, isOnTheWay }
  const isNothingBefore = before.every(
    ({ visit, end }) => isPast(visit) || (visit.progress === undefined && end * 60 <= now),
  )
  const arrivalIfLeavingNow =
    drive !== null && isNothingBefore
      ? { at: now + drive.minutes * 60, isApproximate: drive.isApproximate === true }
      : null
  const busyUntil = Math.max(now / 60, ...before.map((part) => (isGoingOn(part, now / 60) ? part.end : 0)))
  const isFree = busyUntil * 60 <= now
  if (isFree && (isOnTheWay || drive === null)) return { drive, isOnTheWay, notBefore: null, arrivalIfLeavingNow }
  const notBefore = (busyUntil + (drive?.minutes ?? 0)) * 60
  const start = parts[stopIndex]?.kind === 'visit' ? parts[stopIndex].start * 60 : 0
  if (drive === null || notBefore <= start) return { drive, isOnTheWay: false, notBefore, arrivalIfLeavingNow }
  const leaving = { ...drive, leaveBy: busyUntil, missingMinutes: 0 }
  return { drive: leaving, isOnTheWay: false, notBefore, arrivalIfLeavingNow }
}

function isPast({ progress }: DayEntry): boolean {
  return progress === 'done' || progress === 'over'
}

/** Whether an event other than a tour stop is going on now. Later events do not count, because the agent can still move them. */
function isGoingOn({ visit, start, end }: VisitPart<DayEntry>, minutesNow: number): boolean {
  return visit.progress === undefined && start <= minutesNow && end > minutesNow
}
