import { type Clash, type Visit, findClashes } from '#core/domain/find-clashes.ts'
import { isLed } from '#core/planner/planning-day.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/wall-clock.ts'
import { asItGoes } from './as-it-goes.ts'
import { useDevice } from './device-context.tsx'
import { useLiveQuery } from './use-live-query.ts'
import { visitsOfDay } from './visits-of-day.ts'

type PlannedVisit = Omit<Visit, 'title'>

const none: Clash[] = []

/** What on this device clashes with a visit that is being planned; nothing while its date or times are not whole. */
export function useClashes(visit: PlannedVisit): Clash[] {
  const { database, clock } = useDevice()
  const { key, date, start_time, end_time, place } = visit
  const isWhole = date !== '' && start_time !== '' && end_time > start_time
  const clashes = useLiveQuery(async () => {
    if (!isWhole) return none
    const visits = (await visitsOfDay(database, date)).filter((other) => other.kind !== 'tour' || isLed(other.record))
    const now = clock.now()
    return findClashes(
      { ...visit, title: '' },
      visits.map((other) => asItGoes(other, { today: dateOfInstant(now), minutesNow: minutesOfInstant(now) })),
    )
  }, [database, isWhole, key, date, start_time, end_time, place?.latitude, place?.longitude])
  return clashes ?? none
}
