import { isUnplaced, type TimedStop } from './timed-stop.ts'
import type { TourGap } from './tour-timeline.ts'
import { formatTime } from '#core/format/times.ts'
import { formatAbout, formatDuration } from '#core/format/durations.ts'
import { formatCount } from '#core/format/numbers.ts'

/** Returns 'Tour #41', or 'New tour' until the server has assigned a number (reading R6). */
export function tourTitle(id: unknown): string {
  return typeof id === 'number' ? `Tour #${id}` : 'New tour'
}

export function twoTripsText({ start_time, end_time, minutes }: TourGap): string {
  return `Two trips: ${formatDuration(minutes)} free from ${formatTime(start_time)} to ${formatTime(end_time)}`
}

export function stopsText(count: number): string {
  return formatCount(count, 'stop')
}

type TourDistance = { total_distance?: number | null; stops: readonly TimedStop[] }

/** "23.4 mi", "≈ 23.4 mi", or "23.4 mi without the drive to 1 home" if a stop is unplaced. */
export function tourMilesText(tour: TourDistance): string {
  const uncounted = uncountedStops(tour.stops)
  if (typeof tour.total_distance !== 'number') return unknownMiles
  if (uncounted === 0) return `${tourMiles(tour)} mi`
  return uncounted >= tour.stops.length - 1 ? unknownMiles : `${tourMiles(tour)} mi${formatUncountedHomes(uncounted)}`
}

/** The tour's distance in miles without a unit, for a table: "23.4", "≈ 23.4", or "–" if unknown. */
export function tourMiles({ total_distance, stops }: TourDistance): string {
  const uncounted = uncountedStops(stops)
  if (typeof total_distance !== 'number' || (uncounted > 0 && uncounted >= stops.length - 1)) return '–'
  return formatAbout(total_distance.toFixed(1), hasApproximateStop(stops))
}

/** The minutes from the first arrival to the last departure, without a unit: "165", "≈ 165", or "–" if unknown. */
export function tourMinutes({
  estimated_duration,
  stops,
}: Pick<TourDistance, 'stops'> & { estimated_duration?: number | null }): string {
  if (typeof estimated_duration !== 'number') return '–'
  return formatAbout(String(estimated_duration), hasApproximateStop(stops))
}

export const unknownMiles = 'miles unknown'

export function formatUncountedHomes(homes: number): string {
  return ` without the drive to ${formatCount(homes, 'home')}`
}

/** Returns whether any drive of the tour begins or ends at an approximate location. */
export function hasApproximateStop(stops: readonly TimedStop[]): boolean {
  return stops.length > 1 && stops.some(({ is_approximate }) => is_approximate === true)
}

function uncountedStops(stops: readonly TimedStop[]): number {
  return stops.length < 2 ? 0 : stops.filter(isUnplaced).length
}
