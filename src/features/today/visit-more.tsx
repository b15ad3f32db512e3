import type { ComponentType, ReactNode } from 'react'
import { type DayEntry, entryKey } from '#core/domain/schedule/day-entries.ts'
import { needsOutcome } from '#core/domain/visits/showing-status.ts'
import { inOrder } from '#core/domain/tours/timed-stop.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { AgentOfListing } from '#records/people/listing-agent.tsx'
import { Person } from '#records/people/person.tsx'
import type { OpenHouseRow, ShowingRow } from '#storage/database/rows.ts'
import { type Day, visitOfEntry } from '#storage/schedule/use-day.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import styles from './next-card.module.css'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/basics/button.tsx'
import { useOutboxMark } from '#storage/device/device-context.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'

/** Shows a showing's outcome. Passed in by the screen, because it belongs to another feature. */
export type Outcome = ComponentType<{ showing: ShowingRow }>

export type Visitors = ComponentType<{ openHouse: OpenHouseRow }>

/** Renders the details below a visit. `isAlone`: the visit has a card to itself, which also names the client of a tour's stop. */
export type RenderVisitDetails = (visit: DayEntry, isAlone: boolean) => ReactNode

function firstStopKey({ key, record }: Extract<RecordedVisit, { kind: 'tour' }>): string | null {
  const [first] = inOrder(record.stops)
  return first === undefined ? null : entryKey(key, first)
}

/** Returns the server id or local key of the listing of a visit or a tour's stop; undefined or null if it has none. */
export function listingOfEntry({ visits }: Day, entry: DayEntry): number | LocalKey | null | undefined {
  const visit = visitOfEntry(visits, entry)
  if (visit?.kind === 'showing' || visit?.kind === 'open_house') return visit.record.listing_key
  if (visit?.kind !== 'tour') return undefined
  return visit.record.stops.find((stop) => entryKey(visit.key, stop) === entry.key)?.listing_id
}

/** Returns a function that renders a visit's client, an open house's visitors, and the outcome of a showing that has begun. */
export function useVisitDetails(day: Day, Outcome: Outcome, VisitorsOf: Visitors): RenderVisitDetails {
  const now = useMinute()
  return (entry, isAlone) => {
    const visit = visitOfEntry(day.visits, entry)
    if (visit === undefined) return null
    if (visit.kind === 'open_house') return <VisitorsOf openHouse={visit.record} />
    const { kind, record, person } = visit
    // In a list, only the first stop of a tour names its client; `isAddress` is true for stops, false for lunch.
    if (kind === 'tour' && entry.isAddress && !isAlone && entry.key !== firstStopKey(visit)) return null
    if (kind === 'appointment' && person === undefined) return null
    const isOutcome = kind === 'showing' && (record.status ?? 'Scheduled') !== 'Scheduled'
    const email = kind === 'appointment' ? (person?.email ?? '') : record.client_email
    return (
      <div className={styles.more}>
        <Person client={person} email={email} isQuiet={!isAlone} />
        {isAlone && <AgentOfListing key={entry.key} listing={listingOfEntry(day, entry)} />}
        {kind === 'showing' && (isOutcome || needsOutcome(record, now)) && <Outcome showing={record} />}
      </div>
    )
  }
}

export function StartSignIn({ visit, isPrimary = false }: { visit: DayEntry; isPrimary?: boolean }) {
  if (visit.record === null) return null
  const kiosk: string = `/open-houses/${visit.record.key}/kiosk`
  return (
    <Link
      className={buttonClass(isPrimary ? { variant: 'primary', size: 'large' } : {})}
      to={kiosk}
      aria-label={`Start Sign-in at ${visit.title}`}
    >
      Start Sign-in
    </Link>
  )
}

/** The status mark of the visit's record; renders nothing without a record, as for a tour's lunch. */
export function VisitMark({ visit: { record } }: { visit: DayEntry }) {
  const mark = useOutboxMark(record?.entity ?? 'appointment', record?.key ?? '')
  if (mark === null) return null
  return (
    <p>
      <SyncMark state={mark} />
    </p>
  )
}
