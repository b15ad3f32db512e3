import { isUnplaced, type TimedStop } from './timed-stop.ts'
import type { TourGap } from './tour-timeline.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'

/** 'Tour #41', or 'New tour' while the server has given no number (reading R6). */
export function tourTitle(id: unknown): string {
  return typeof id === 'number' ? `Tour #${id}` : 'New tour'
}

/** "≈ 10 min": the mark of every figure that depends on an approximate location. Exact figures have none. */
export function about(figure: string, isApproximate: boolean | undefined): string {
  return isApproximate === true ? `≈ ${figure}` : figure
}

/** "23.4 mi". */
export function milesText(miles: number, isApproximate?: boolean): string {
  return about(`${miles.toFixed(1)} mi`, isApproximate)
}

/** "12 min", of a drive. */
export function minutesText(minutes: number, isApproximate?: boolean): string {
  return about(`${minutes} min`, isApproximate)
}

/** `isApproximate`: it begins or ends at an approximate location. */
type ShownDrive = { minutes: number; miles: number; isApproximate?: boolean | undefined }

/** "12 min · 5.1 mi", "≈ 12 min · ≈ 5.1 mi". */
export function driveText({ minutes, miles, isApproximate }: ShownDrive): string {
  return `${minutesText(minutes, isApproximate)} · ${milesText(miles, isApproximate)}`
}

/** "40 min", "2 h 30 min": a length of time that is not a drive. */
export function lengthText(minutes: number, isApproximate?: boolean): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return minutesText(minutes, isApproximate)
  return about([`${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' '), isApproximate)
}

/** "Two trips: 5 h 45 min free from 9:50 AM to 3:35 PM", of a tour with a gap. */
export function twoTripsText({ start_time, end_time, minutes }: TourGap): string {
  return `Two trips: ${lengthText(minutes)} free from ${timeInWords(start_time)} to ${timeInWords(end_time)}`
}

/** "4 stops". */
export function stopsText(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`
}

/** `total_distance`: null or missing where a server does not say it. */
type TourWay = { total_distance?: number | null; stops: readonly TimedStop[] }

/** "23.4 mi", "≈ 23.4 mi"; what has no place is not counted, and the text says so. */
export function tourMilesText(tour: TourWay): string {
  const uncounted = uncountedStops(tour.stops)
  if (typeof tour.total_distance !== 'number') return unknownMiles
  if (uncounted === 0) return `${tourMiles(tour)} mi`
  return uncounted >= tour.stops.length - 1 ? unknownMiles : `${tourMiles(tour)} mi${withoutWords(uncounted)}`
}

/** The same without its unit, for a table: "23.4", "≈ 23.4", "–". */
export function tourMiles({ total_distance, stops }: TourWay): string {
  const uncounted = uncountedStops(stops)
  if (typeof total_distance !== 'number' || (uncounted > 0 && uncounted >= stops.length - 1)) return '–'
  return about(total_distance.toFixed(1), isRoughWay(stops))
}

/** Of a tour from its first arrival to its last departure, without their unit: "165", "≈ 165", "–". */
export function tourMinutes({
  estimated_duration,
  stops,
}: Pick<TourWay, 'stops'> & { estimated_duration?: number | null }): string {
  if (typeof estimated_duration !== 'number') return '–'
  return about(String(estimated_duration), isRoughWay(stops))
}

export const unknownMiles = 'miles unknown'

/** " without the drive to 1 home". */
export function withoutWords(homes: number): string {
  return ` without the drive to ${homes} ${homes === 1 ? 'home' : 'homes'}`
}

/** Whether the drives from stop to stop are typical ones. */
export function isRoughWay(stops: readonly TimedStop[]): boolean {
  return stops.length > 1 && stops.some(({ is_approximate }) => is_approximate === true)
}

function uncountedStops(stops: readonly TimedStop[]): number {
  return stops.length < 2 ? 0 : stops.filter(isUnplaced).length
}
