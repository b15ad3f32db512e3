import type { Place } from '#core/domain/travel/drive-estimate.ts'
import { inOrder, type TimedStop, visitBegins } from './timed-stop.ts'
import type { Whereabouts } from '#core/domain/travel/whereabouts.ts'

type ToSpan<Stop> = { start_time: string; end_time: string; stops: readonly Stop[] }

type TourSpan = Required<Whereabouts> & { start_time: string; end_time: string }

/**
 * A tour from its first door to its last: the hours between which it was to lie, where a server does not say when it is
 * at its homes. Null without stops: such a tour takes no time of the day. `placeOf` says where a stop is.
 */
export function spanOfTour<Stop extends TimedStop>(
  { start_time, end_time, stops }: ToSpan<Stop>,
  placeOf: (stop: Stop) => Place | null,
): TourSpan | null {
  const doors = inOrder(stops)
  const [first, last] = [doors[0], doors.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    start_time: visitBegins(first) ?? start_time,
    end_time: last.estimated_departure ?? end_time,
    place: placeOf(first),
    endPlace: placeOf(last),
  }
}
