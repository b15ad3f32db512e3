import type { TourStep } from '#core/contract/tour.ts'
import type { TimedStop } from './timed-stop.ts'
import { runOf, wasVisited } from './tour-run.ts'

type Toured = {
  tour_date: string
  status: string
  stops: readonly TimedStop[]
  steps?: readonly TourStep[] | undefined
}

export type TourVisit<Tour> = {
  tour: Tour
  date: string
  start_time: string
  end_time: string
  rating: number | null
  note: string
}

/** Returns the visits to one listing during tours, newest first. In a tour in progress, a visit counts once the agent has left the home. */
export function tourVisitsTo<Tour extends Toured>(
  tours: readonly Tour[],
  listing: { key: string; id?: number | undefined },
): TourVisit<Tour>[] {
  const listingIds = new Set([listing.key, ...(listing.id === undefined ? [] : [String(listing.id)])])
  const isThere = ({ listing_id }: TimedStop) => listingIds.has(String(listing_id))
  return tours
    .flatMap((tour) =>
      runOf(tour)
        .filter((stop) => isThere(stop.stop) && wasVisited(tour, stop))
        .map(({ begins, departure, rating, note }) => {
          return { tour, date: tour.tour_date, start_time: begins, end_time: departure, rating, note }
        }),
    )
    .toSorted((one, other) => `${other.date} ${other.start_time}`.localeCompare(`${one.date} ${one.start_time}`))
}
