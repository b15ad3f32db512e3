import type { ReactNode } from 'react'
import { directionsLink, directionsTo } from '#core/domain/travel/driving.ts'
import { fullAddress } from '#core/domain/listings/listing-display.ts'
import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import { formatLateness, type RouteEntry } from '#core/domain/schedule/route-entries.ts'
import { stopKey, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { ListingAgent } from '#records/people/listing-agent.tsx'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { CarIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import rows from '#ui/lists/day-rows.module.css'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './tour-route.module.css'
import type { ShownStop } from './tour-stops.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { formatTime } from '#core/format/times.ts'
import { formatDrive, formatDuration } from '#core/format/durations.ts'

type Shown = RouteEntry<ShownStop>

type TourRouteProps = {
  entries: readonly Shown[]
  /** Describes each stop of a tour in progress or done; without it, stops are shown as planned. */
  about?: DescribeStop
}

/**
 * `arrive`: the time of arrival; null if the visit begins on arrival. `on`: the current stop. `words` replace the stop's facts. `time` replaces
 * the planned start of the visit; null shows a dash.
 */
export type DescribeStop = (
  stop: ShownStop,
  arrive: string | null,
) => { state?: 'on' | 'done' | 'skipped' | undefined; words?: ReactNode; time?: string | null }

export function TourRoute({ entries, about }: TourRouteProps) {
  return (
    <ol className={styles.route}>
      {entries.map((entry) => (
        <Entry key={keyOf(entry)} entry={entry} about={about} />
      ))}
    </ol>
  )
}

function keyOf(entry: Shown): string {
  if (entry.kind === 'lunch') return 'lunch'
  if (entry.kind === 'own') return entry.visit.key
  if (entry.kind === 'free') return `free ${entry.start_time}`
  return entry.kind === 'drive' ? `drive ${entry.to}` : stopKey(entry.stop)
}

function Entry({ entry, about }: { entry: Shown; about: TourRouteProps['about'] }) {
  if (entry.kind === 'drive') return <Drive {...entry} />
  if (entry.kind === 'lunch') return <Lunch {...entry} />
  if (entry.kind === 'own') return <OwnVisit {...entry} />
  if (entry.kind === 'free') return <Free {...entry} />
  return <Stop stop={entry.stop} arrive={entry.arrive} {...about?.(entry.stop, entry.arrive)} />
}

type StopProps = { stop: ShownStop; arrive: string | null } & ReturnType<NonNullable<TourRouteProps['about']>>

function Stop({ stop, arrive, state, words, time }: StopProps) {
  const { listing_address, listing_city, duration_minutes, estimated_departure, facts: home } = stop
  // The start of the visit, not the arrival, which is earlier if the agent has to wait.
  const at = time === undefined ? visitBegins(stop) : time
  const facts = [
    listing_city,
    arrive !== null && `arrive ${formatTime(arrive)}`,
    duration_minutes !== undefined && `${duration_minutes} min`,
    estimated_departure !== undefined && `leave ${formatTime(estimated_departure)}`,
    home,
  ]
  return (
    <li className={classNames(rows.row, styles.row)}>
      <p className={classNames(rows.time, styles.time)}>{at === undefined || at === null ? '–' : formatTime(at)}</p>
      <div className={classNames(rows.box, styles.box)} data-state={state}>
        <div className={rows.line}>
          <h3 className={styles.address}>
            <StreetAddress address={listing_address || 'A listing'} />
          </h3>
          <span className={rows.order}>
            <VisuallyHidden>Stop </VisuallyHidden>
            {stop.order}
          </span>
        </div>
        <p className={styles.facts}>{words ?? facts.filter(Boolean).join(' · ')}</p>
        {stop.location !== 'exact' && (
          <p className={styles.facts}>
            <ApproximateLocation listingKey={stop.listingKey} isUnknown={stop.location === 'unknown'} />
          </p>
        )}
        {stop.isGone && (
          <p>
            <Badge tone="warning">no longer listed</Badge>
          </p>
        )}
        <p>
          <a
            className={styles.map}
            href={directionsTo(stop.destination)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Directions to ${listing_address}`}
          >
            Directions
          </a>
        </p>
        {stop.listedBy !== null && <ListingAgent agent={stop.listedBy} isQuiet />}
        <EditStopHome stop={stop} />
      </div>
    </li>
  )
}

function Lunch({ start_time, end_time }: { start_time: string; end_time: string }) {
  return (
    <li className={classNames(rows.row, styles.row)}>
      <p className={classNames(rows.time, styles.time)}>{formatTime(start_time)}</p>
      <div className={classNames(rows.box, styles.box)} data-state="lunch">
        <h3 className={styles.address}>Lunch</h3>
        <p className={styles.facts}>
          {Math.round(minutesOfDay(end_time) - minutesOfDay(start_time))} min · until {formatTime(end_time)}
        </p>
      </div>
    </li>
  )
}

/** Another event of the agent's day, such as a showing. It is not a stop, so it has no number. */
function OwnVisit({ visit, ...late }: Extract<Shown, { kind: 'own' }>) {
  const { title, start_time, end_time, place, listingKey, property } = visit
  const address = property?.address === undefined ? null : fullAddress(property)
  const directions = directionsLink(address, place)
  return (
    <li className={classNames(rows.row, styles.row)}>
      <p className={classNames(rows.time, styles.time)}>{formatTime(start_time)}</p>
      <div className={classNames(rows.box, styles.box)} data-state="own">
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.facts}>
          Your other plans · until {formatTime(end_time)}
          {late.lateMinutes > 0 && <strong className={styles.late}> · {formatLateness(late)}</strong>}
        </p>
        {isApproximate(place) && (
          <p className={styles.facts}>
            <ApproximateLocation listingKey={listingKey} />
          </p>
        )}
        {directions !== null && (
          <p>
            <a
              className={styles.map}
              href={directions}
              target="_blank"
              rel="noreferrer"
              aria-label={`Directions to ${title}`}
            >
              Directions
            </a>
          </p>
        )}
      </div>
    </li>
  )
}

function Free({ start_time, end_time, isWait }: Extract<Shown, { kind: 'free' }>) {
  return (
    <li className={classNames(rows.row, styles.row, styles.drive)}>
      <p className={styles.free}>
        {isWait ? 'Wait' : 'Free'} {formatTime(start_time)} – {formatTime(end_time)}
      </p>
    </li>
  )
}

function Drive({ shortMinutes, arrive, ...drive }: Extract<Shown, { kind: 'drive' }>) {
  return (
    <li className={classNames(rows.row, styles.row, styles.drive)} data-late={shortMinutes > 0 || undefined}>
      <p>
        <CarIcon size={18} />
        <span>
          <VisuallyHidden>Drive </VisuallyHidden>
          {formatDrive(drive)}
          {shortMinutes > 0 && ` · you’d be ${formatDuration(shortMinutes, drive.isApproximate)} late`}
          {arrive !== null && ` · arrive ${formatTime(arrive)}`}
        </span>
      </p>
    </li>
  )
}

export function EditStopHome({ stop }: { stop: Pick<ShownStop, 'ownListingKey' | 'listing_address'> }) {
  const { ownListingKey: listingKey, listing_address } = stop
  if (listingKey === null) return null
  return (
    <div className={styles.actions} data-off-paper>
      <EditHomeButton listingKey={listingKey} address={listing_address} variant="quiet" />
    </div>
  )
}
