import { type OwnVisit, ownVisitsOfTour } from '#core/domain/tour-halts.ts'
import { visitsBesideTour } from '#storage/day-for-planning.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

/** What of the agent's own day a tour is planned around, as that day stands now; nothing until it is read. */
export function useOwnVisits(tour: TourRow): OwnVisit[] {
  const { database } = useDevice()
  const { tour_date: date, key } = tour
  const visits = useLiveQuery(() => visitsBesideTour(database, date, key), [database, date, key])
  return ownVisitsOfTour(tour, visits ?? [])
}
