import type { ServerRoute } from '#api/tour-calls.ts'
import { metersPerMile } from '#core/domain/travel/driving.ts'
import { gapInTour } from '#core/domain/tours/tour-timeline.ts'
import { twoTripsText, unknownMiles, formatUncountedHomes } from '#core/domain/tours/tour-labels.ts'
import { timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import type { PlannedStop, TourPlan } from '#core/planner/plan-types.ts'
import { formatTime } from '#core/format/times.ts'
import { formatAbout, formatMiles, formatMinutes } from '#core/format/durations.ts'

export type ShownPlan = Pick<TourPlan, 'legs' | 'lunch' | 'dropped' | 'total_distance' | 'is_approximate'> & {
  /** `address` is the one stored in the tour, for a stop whose listing no longer exists. */
  stops: (PlannedStop & { address?: string })[]
}

/** Returns "3 of 4 homes · 10:37 AM – 2:57 PM · 20.6 mi", or a sentence if no home fits. `chosen`: how many the agent chose. */
export function formatOutcome(plan: ShownPlan, chosen: number): string {
  const { stops, dropped } = plan
  const [first, last] = [stops[0], stops.at(-1)]
  if (first === undefined || last === undefined) return noneFits
  const homes = dropped.length > 0 ? `${stops.length} of ${chosen}` : String(stops.length)
  const [from, to] = [first.start, last.departure].map((seconds) => formatTime(timeOfSeconds(seconds)))
  const noun = dropped.length === 0 && stops.length === 1 ? 'home' : 'homes'
  return `${homes} ${noun} · ${from} – ${to} · ${planMilesText(plan)}`
}

/** Returns a hint if a plan is two trips with hours between them; null for one trip. */
export function formatGap({ stops, legs, lunch }: ShownPlan): string | null {
  const drives = new Map(legs.map(({ to, seconds }) => [to, Math.ceil(seconds / 60)]))
  const timed = stops.map(({ listing_id, order, arrival, start, departure }) => ({
    order,
    listing_address: '',
    estimated_arrival: timeOfSeconds(arrival),
    estimated_departure: timeOfSeconds(departure),
    duration_minutes: Math.round((departure - start) / 60),
    drive_minutes: drives.get(listing_id) ?? null,
  }))
  const lunchHours = lunch && { start_time: timeOfSeconds(lunch[0]), end_time: timeOfSeconds(lunch[1]) }
  const gap = gapInTour(timed, lunchHours)
  return gap === null ? null : `${twoTripsText(gap)}. Try other hours or another day to make it one trip.`
}

/** Returns "20.6 mi" or "≈ 20.6 mi", noting drives to unlocated homes that are not counted. */
function planMilesText({ stops, total_distance, is_approximate }: Omit<ShownPlan, 'legs' | 'lunch' | 'dropped'>) {
  const uncounted = unplacedStops(stops)
  if (uncounted > 0 && uncounted >= stops.length - 1) return unknownMiles
  return `${formatMiles(total_distance, is_approximate)}${uncounted === 0 ? '' : formatUncountedHomes(uncounted)}`
}

/** Returns "20.6 mi (33.2 km) · 81% efficient", or only the miles if a drive is unknown. */
export function formatPlanTotals(plan: TourPlan): string {
  const { stops, total_distance_km, efficiency_score, is_approximate } = plan
  if (unplacedStops(stops) > 0) return planMilesText(plan)
  const km = formatAbout(`${total_distance_km.toFixed(1)} km`, is_approximate)
  const efficiency =
    efficiency_score === null ? '' : ` · ${formatAbout(`${efficiency_score}% efficient`, is_approximate)}`
  return `${planMilesText(plan)} (${km})${efficiency}`
}

/** Returns "20.6 mi (33.2 km) · 81% efficient" for a route planned by a plain server, without the figures that it omits. */
export function formatServerRouteTotals({ total_distance_km: km, efficiency_score: score }: ServerRoute): string {
  const distance = km === null ? null : `${formatMiles((km * 1000) / metersPerMile)} (${km.toFixed(1)} km)`
  return [distance, score === null ? null : `${Math.round(score)}% efficient`]
    .filter((part) => part !== null)
    .join(' · ')
}

function unplacedStops(stops: readonly PlannedStop[]): number {
  return stops.length < 2 ? 0 : stops.filter(({ is_unplaced }) => is_unplaced === true).length
}

export const noneFits = 'None of these homes fits into this day. Change the day or the times.'

/** Returns what the proposed plan saves compared with the agent's own order; empty if nothing. */
export function formatSaving(plan: TourPlan, ownOrder: TourPlan): string[] {
  const more = plan.stops.length - ownOrder.stops.length
  if (more > 0) return [`Fits ${more} more ${more === 1 ? 'home' : 'homes'} than your order.`]
  // Shows no saving for approximate drives, which are not exact to a tenth of a mile.
  if (more < 0 || hasApproximateDrives(plan) || hasApproximateDrives(ownOrder)) return []
  const miles = plan.stops.length === 0 ? 0 : (ownOrder.drive_metres - plan.drive_metres) / metersPerMile
  const minutes = Math.round((ownOrder.drive_seconds - plan.drive_seconds) / 60)
  if (minutes <= 0 && miles < 0.05) return []
  return [`Saves ${formatSaved(miles, minutes)} of driving compared with your order.`]
}

function hasApproximateDrives({ legs }: Pick<TourPlan, 'legs'>): boolean {
  return legs.some(({ is_approximate }) => is_approximate === true)
}

export function formatWarnings({ warnings, proven_optimal }: TourPlan): string[] {
  const words = {
    lunch_impossible: 'There is no time for lunch on this day, so the plan leaves it out.',
    fixed_visit_missed: 'Some of your other plans on this day overlap or are too far apart. Their time is kept free.',
  }
  return [
    ...warnings.map((warning) => words[warning]),
    ...(proven_optimal ? [] : ['A very good order. With this many homes, the best one cannot be proven.']),
  ]
}

/** Returns what a better order would save compared with the plan's order, which the agent chose; null if no order is better. */
export function formatBetterOrder({ better_order, drive_metres, drive_seconds, legs }: TourPlan): string | null {
  if (better_order === null) return null
  if (hasApproximateDrives({ legs })) return 'Another order is probably shorter.'
  const miles = Math.max(drive_metres - better_order.drive_metres, 0) / metersPerMile
  const minutes = Math.round((drive_seconds - better_order.drive_seconds) / 60)
  if (minutes <= 0) return 'Another order fits the day better.'
  return `Another order saves ${formatSaved(miles, minutes)} of driving.`
}

function formatSaved(miles: number, minutes: number): string {
  const parts = [miles >= 0.05 ? [`${miles.toFixed(1)} miles`] : [], minutes > 0 ? [`${minutes} min`] : []]
  return parts.flat().join(' and ')
}

type Dropped = { reason: string; missing_minutes?: number | null | undefined; is_approximate?: boolean | undefined }

const reasons: Record<string, string> = {
  no_location: 'its location is unknown',
  closed_all_day: 'it cannot be seen on this day',
  unreachable_alone: 'it does not fit into these hours, even as the only stop',
  lunch: 'it would only fit without the lunch break',
  busy: 'your other appointments leave no room for it',
  not_enough_time: 'there is not enough time',
  no_longer_listed: 'it is no longer listed',
}

/** Returns why a home is dropped: "its location is unknown" or, if time is short, "≈ 25 min short". */
export function droppedWords({ reason, missing_minutes, is_approximate }: Dropped): string {
  if (missing_minutes) return `${formatMinutes(missing_minutes, is_approximate)} short`
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}
