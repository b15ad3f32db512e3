import { type DrivePart, leaveByInWords } from '#core/domain/schedule/day-plan.ts'
import { directionsTo } from '#core/domain/travel/directions.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { driveText } from '#core/domain/tours/tour-words.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { ApproximateLocation } from '#records/homes/approximate-location.tsx'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { ListingAgent } from '#records/people/listing-agent.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { CarIcon } from '#ui/icons/icon.tsx'
import { StopHome } from '../stop-home.tsx'
import { DirectionsIcon } from '../tour-icons.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './next-stop.module.css'

type NextStopProps = {
  current: RunStop<ShownStop>
  /** The drive there, from wherever the day has the agent before; null where it is unknown. */
  drive: DrivePart | null
  /** The stop before it was left. */
  isOnTheWay: boolean
  /** In seconds of the day; null when the tour is not of today. */
  now: number | null
}

/** The door that is next, or the one the agent stands behind: the number large enough for the sun. */
export function NextStop({ current, drive, isOnTheWay, now }: NextStopProps) {
  const { stop, state, arrival, begins, departure } = current
  const isHere = state === 'here'
  const number = /^\d\S*/.exec(stop.listing_address)?.[0]
  const street = number === undefined ? stop.listing_address : stop.listing_address.slice(number.length).trim()
  return (
    <section className={styles.card} aria-label={isHere ? 'This stop' : 'Next stop'}>
      <p className={styles.caption}>
        {isHere ? `Here since ${timeInWords(arrival)}` : `Next stop · arrive ${timeInWords(arrival)}`}
      </p>
      <h2 className={styles.door}>
        {number !== undefined && <b>{number}</b>} <span>{street}</span>
      </h2>
      <p className={styles.facts}>
        {[
          stop.listing_city,
          !isHere && begins !== arrival && `from ${timeInWords(begins)}`,
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
          Leave at about <b>{timeInWords(departure)}</b>
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
      <StopHome stop={stop} />
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
            Leave by <b>{leaveByInWords(drive)}</b>
          </>
        )}
      </span>
      <span className={styles.drive}>{driveText(drive)}</span>
    </p>
  )
}
