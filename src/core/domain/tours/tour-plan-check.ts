import type { TourPlan } from '#core/contract/tour.ts'

type PlannedTour = { start_time: string; end_time: string; selected_listings: readonly number[] }

/** Whether a plan has each chosen listing once, as a stop or dropped, beside deleted ones (without id), and its stops are in order in the hours. */
export function isValidPlanFor(tour: PlannedTour, plan: Pick<TourPlan, 'stops' | 'dropped'>): boolean {
  const listingIds = [...plan.stops, ...plan.dropped].flatMap(({ listing_id }) => listing_id ?? [])
  const chosen = new Set(tour.selected_listings)
  const isComplete = listingIds.length === chosen.size && new Set(listingIds).size === chosen.size
  return isComplete && listingIds.every((id) => chosen.has(id)) && areStopsConsistent(tour, plan.stops)
}

function areStopsConsistent({ start_time, end_time }: PlannedTour, stops: TourPlan['stops']): boolean {
  let before = start_time
  const stopIds = new Set<string>()
  for (const [index, stop] of stops.entries()) {
    const { order, stop_id, estimated_arrival, estimated_departure, listing_address } = stop
    if (order !== index + 1 || stopIds.has(stop_id) || listing_address === '') return false
    if (estimated_arrival < before || estimated_departure < estimated_arrival) return false
    stopIds.add(stop_id)
    before = estimated_departure
  }
  return before <= end_time
}

/** The fields of a stop that every server sends. */
type Stop = { listing_id: unknown; address: string; arrival: string; departure: string }

/** Whether two lists of stops lead to the same homes at the same minutes. A value that is not a list counts as an empty one. */
export function isSameRoute(one: unknown, other: unknown): boolean {
  const [stops, others] = [stopsOf(one), stopsOf(other)]
  return stops.length === others.length && stops.every((stop, index) => isSameStop(stop, others[index]))
}

function isSameStop(one: Stop, other: Stop | undefined): boolean {
  if (other === undefined) return false
  const isSamePlace =
    typeof one.listing_id === 'number' && typeof other.listing_id === 'number'
      ? one.listing_id === other.listing_id
      : one.address === other.address
  return isSamePlace && one.arrival === other.arrival && one.departure === other.departure
}

function stopsOf(value: unknown): Stop[] {
  if (!Array.isArray(value)) return []
  const stops = value.filter(isRecord)
  return stops
    .toSorted((one, other) => Number(one['order']) - Number(other['order']))
    .map((stop) => ({
      listing_id: stop['listing_id'],
      address: textOf(stop['listing_address']).trim(),
      arrival: minuteOf(stop['estimated_arrival']),
      departure: minuteOf(stop['estimated_departure']),
    }))
}

/** '09:30' for '09:30:00' and '2026-11-21T09:30:00'. */
function minuteOf(time: unknown): string {
  return /(\d\d:\d\d)(:\d\d)?/.exec(textOf(time))?.[1] ?? ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
