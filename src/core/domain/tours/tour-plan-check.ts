import type { TourPlan } from '#core/contract/tour-plan.ts'

type Asked = { start_time: string; end_time: string; selected_listings: readonly number[] }

/**
 * Whether a plan is one of this tour: every chosen listing once, as a stop or as one that did not fit, the stops one
 * after the other inside the tour's times. Stops without a listing are those whose listing is gone.
 */
export function isPlanOf(tour: Asked, plan: Pick<TourPlan, 'stops' | 'dropped'>): boolean {
  const named = [...plan.stops, ...plan.dropped].flatMap(({ listing_id }) => listing_id ?? [])
  const chosen = new Set(tour.selected_listings)
  const isEveryOneThere = named.length === chosen.size && new Set(named).size === chosen.size
  return isEveryOneThere && named.every((id) => chosen.has(id)) && areStopsSane(tour, plan.stops)
}

function areStopsSane({ start_time, end_time }: Asked, stops: TourPlan['stops']): boolean {
  let before = start_time
  const names = new Set<string>()
  for (const [index, stop] of stops.entries()) {
    const { order, stop_id, estimated_arrival, estimated_departure, listing_address } = stop
    if (order !== index + 1 || names.has(stop_id) || listing_address === '') return false
    if (estimated_arrival < before || estimated_departure < estimated_arrival) return false
    names.add(stop_id)
    before = estimated_departure
  }
  return before <= end_time
}
