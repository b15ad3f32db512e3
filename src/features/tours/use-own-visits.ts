import { ownVisitsOfTour } from '#core/domain/tours/tour-halts.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TimedStop } from '#core/domain/tours/timed-stop.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { visitsBesideTour, type RecordedVisit } from '#storage/schedule/visits-of-day.ts'

type Planned = {
  /** '' for one that is being made. */
  key: string
  tour_date: string
  start_time: string
  end_time: string
  stops: readonly TimedStop[]
}

/** What of the agent's own day a tour is planned around, as that day stands now; nothing until it is read. */
export function useOwnVisits(tour: Planned): RecordedVisit[] {
  const { database } = useDevice()
  const { tour_date: date, key } = tour
  const visits = useLiveQuery(() => visitsBesideTour(database, date, key), [database, date, key])
  return ownVisitsOfTour(tour, visits ?? [])
}
