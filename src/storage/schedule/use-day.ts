import type { DayEntry } from '#core/domain/schedule/day-entries.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { type RecordedVisit, visitsOfDay, homeOfLocation, withActualTimes } from './visits-of-day.ts'
import { findClashes, type Clash, type Visit } from '#core/domain/travel/find-clashes.ts'
import { takesAgentsTime } from '#core/planner/tour-planning.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import { placeOfHome, type HomeAddress } from '#core/domain/travel/place-of-home.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'

export type Day = { date: string; visits: RecordedVisit[] }

/** Returns the visits of a day that are on this device; `undefined` until the first day is read. */
export function useDay(date: string): Day | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => ({ date, visits: await visitsOfDay(database, date) }), [database, date])
}

/** Returns the visit that an entry of the day shows; for a stop of a tour, the whole tour. */
export function visitOfEntry(visits: readonly RecordedVisit[], { record: shown }: DayEntry): RecordedVisit | undefined {
  return visits.find(({ kind, record }) => kind === shown?.entity && record.key === shown.key)
}

type PlannedVisit = Pick<Visit, 'key' | 'date' | 'start_time' | 'end_time'> & {
  /** Null for a visit that is not at a home. */
  home: HomeAddress | null
  /** The typed location of an appointment, which may be an address. */
  location?: string | undefined
}

const noClashes: Clash[] = []

/** Returns the visits on this device that clash with a planned visit; an empty list while its date or times are incomplete. */
export function useClashes(visit: PlannedVisit): Clash[] {
  const { database, clock } = useDevice()
  const { key, date, start_time, end_time, home, location = '' } = visit
  const isComplete = date !== '' && start_time !== '' && end_time > start_time
  const clashes = useLiveQuery(async () => {
    if (!isComplete) return noClashes
    const visits = (await visitsOfDay(database, date)).filter(
      (other) => other.kind !== 'tour' || takesAgentsTime(other.record),
    )
    const now = clock.now()
    const at = home ?? (await homeOfLocation(database, location))
    const place = at && placeOfHome(at, await placeFinder(database, [at]))
    return findClashes(
      { key, date, start_time, end_time, place, title: '' },
      visits.map((other) => withActualTimes(other, { today: dateOfInstant(now), minutesNow: minutesOfInstant(now) })),
    )
  }, [database, isComplete, key, date, start_time, end_time, JSON.stringify(home), location])
  return clashes ?? noClashes
}
