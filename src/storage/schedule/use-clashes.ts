import { type Clash, type Visit, findClashes } from '#core/domain/travel/find-clashes.ts'
import { isLed } from '#core/planner/tour-planning.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import { type HomeAddress, placeOfHome } from '#core/domain/travel/place-of-home.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { homeOfLocation, visitsOfDay, asItGoes } from './visits-of-day.ts'

type PlannedVisit = Pick<Visit, 'key' | 'date' | 'start_time' | 'end_time'> & {
  /** At which home, where it is at one. */
  home: HomeAddress | null
  /** The location that is typed for an appointment, which may be an address. */
  location?: string | undefined
}

const none: Clash[] = []

/** What on this device clashes with a visit that is being planned; nothing while its date or times are not whole. */
export function useClashes(visit: PlannedVisit): Clash[] {
  const { database, clock } = useDevice()
  const { key, date, start_time, end_time, home, location = '' } = visit
  const isWhole = date !== '' && start_time !== '' && end_time > start_time
  const clashes = useLiveQuery(async () => {
    if (!isWhole) return none
    const visits = (await visitsOfDay(database, date)).filter((other) => other.kind !== 'tour' || isLed(other.record))
    const now = clock.now()
    const at = home ?? (await homeOfLocation(database, location))
    const place = at && placeOfHome(at, await placeFinder(database, [at]))
    return findClashes(
      { key, date, start_time, end_time, place, title: '' },
      visits.map((other) => asItGoes(other, { today: dateOfInstant(now), minutesNow: minutesOfInstant(now) })),
    )
  }, [database, isWhole, key, date, start_time, end_time, JSON.stringify(home), location])
  return clashes ?? none
}
