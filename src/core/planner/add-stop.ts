import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { placeOfStop, stopKey, type TimedStop } from '#core/domain/tours/timed-stop.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import type { TourPreferences } from '../contract/tour-preferences.ts'
import type { PlanInput, TourPlan } from './plan-types.ts'
import { planInputOf, type PlanningDay, type TouredListing, wirePlanOf } from './tour-planning.ts'

type Lunch = { start_time: string; end_time: string } | null | undefined

type AddedStop<Stop> = {
  tour: { start_time: string; lunch?: Lunch; preferences: TourPreferences }
  run: readonly RunStop<Stop>[]
  home: TouredListing
  /** `next`: before the other stops that remain. `last`: after all stops. */
  at: 'next' | 'last'
  day: PlanningDay
  /** Seconds of the day; null if the tour is on another day. */
  now: number | null
}

type AddedStopInput<Stop> = {
  /** Stops that do not change: all if the home is added last, otherwise those that are done or in progress. */
  unchangedStops: readonly Stop[]
  /** The listings that are planned: the added home, then those of the other stops. */
  listings: readonly TouredListing[]
  input: PlanInput
}

const lastMinute = '23:59:00'

/** The planner's input for the rest of a running tour: the new home with the shortest visit, then the other stops with their planned lengths. */
export function inputWithAddedStop<Stop extends TimedStop>({
  tour,
  run,
  home,
  at,
  day,
  now,
}: AddedStop<Stop>): AddedStopInput<Stop> {
  const lastDone = run.findLastIndex(({ state }) => state === 'left' || state === 'here')
  const unchanged = at === 'last' ? run : run.slice(0, lastDone + 1)
  const rest = run.slice(unchanged.length)
  const start = Math.max(secondsOfDay(tour.start_time), now ?? 0, ...unchanged.map(endOf))
  const startPlace = unchanged
    .flatMap(({ stop, state }) => (state === 'skipped' ? [] : (placeOfStop(stop) ?? [])))
    .at(-1)
  const listings = [home, ...rest.map(({ stop }) => touredStop(stop))]
  const lengths = rest.map(({ stop }) => ({ listing_id: planningIdOf(stop), minutes: stop.duration_minutes ?? 30 }))
  const isLunchAhead = tour.lunch && secondsOfDay(tour.lunch.start_time) >= start
  const input = planInputOf({
    start_time: timeOfSeconds(start),
    end_time: lastMinute,
    preferences: { ...tour.preferences, include_lunch_break: Boolean(isLunchAhead) },
    listings,
    day,
    planning: 'given',
    visit_lengths: [...lengths, { listing_id: home.id, minutes: tour.preferences.min_duration_per_property }],
  })
  return {
    unchangedStops: unchanged.map(({ stop }) => stop),
    listings,
    input: startPlace ? { ...input, startPlace } : input,
  }
}

/** The earliest start of the next stop: this one's planned end, or its actual or expected end if that is later. */
function endOf({ stop, departure, state }: RunStop<TimedStop>): number {
  const planned = stop.estimated_departure === undefined ? 0 : secondsOfDay(stop.estimated_departure)
  return state === 'skipped' ? planned : Math.max(planned, secondsOfDay(departure))
}

/** A stop without a location stays in the tour, after the located ones. */
function touredStop(stop: TimedStop & { listing_city?: string | undefined }): TouredListing {
  const place = placeOfStop(stop) ?? { latitude: null, longitude: null }
  return {
    id: planningIdOf(stop),
    address: stop.listing_address,
    city: stop.listing_city ?? '',
    ...place,
    unplacedLast: true,
  }
}

function planningIdOf(stop: TimedStop): number | string {
  return stop.listing_id ?? stopKey(stop)
}

/** Returns the tour's fields: the unchanged stops followed by the planned ones. Null if the day has no time for all of them. */
export function stopsWithAdded<Stop extends TimedStop>(
  { unchangedStops, listings }: Pick<AddedStopInput<Stop>, 'unchangedStops' | 'listings'>,
  plan: TourPlan,
  previousStops: readonly Stop[],
) {
  if (plan.dropped.length > 0) return null
  const known = new Map(previousStops.map((stop) => [planningIdOf(stop), stop]))
  const { stops, lunch } = wirePlanOf(plan, listings, previousStops)
  const planned = stops.map((stop) => {
    const { listing_id = stop.listing_id } = known.get(stop.listing_id) ?? {}
    return Object.assign({}, stop, { listing_id, order: unchangedStops.length + stop.order })
  })
  const all = [...unchangedStops.map((stop, index) => Object.assign({}, stop, { order: index + 1 })), ...planned]
  const [first, last] = [all[0]?.estimated_arrival ?? lastMinute, planned.at(-1)?.estimated_departure ?? lastMinute]
  // The tour's distance excludes the drive to its first stop.
  const miles = all.slice(1).reduce((sum, { drive_miles }) => sum + (drive_miles ?? 0), 0)
  return {
    stops: all,
    lunch,
    total_distance: Math.round(miles * 10) / 10,
    estimated_duration: Math.round((secondsOfDay(last) - secondsOfDay(first)) / 60),
    // When the last visit ends.
    ends: last,
  }
}
