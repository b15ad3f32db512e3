import type { TimedStop } from '#core/domain/tours/timed-stop.ts'
import type { TourPlan } from '#core/planner/plan-types.ts'
import { tourTimeline, type TourLunch } from '#core/domain/tours/tour-timeline.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { listingLabel } from '../listing-label.ts'
import { RouteSketch } from '../route-sketch.tsx'
import { useOwnVisits } from '../use-own-visits.ts'

export type PlanToSketch = {
  plan: Pick<TourPlan, 'dropped'>
  wire: { stops: readonly TimedStop[]; lunch?: TourLunch }
}

type PlanSketchProps = {
  plan: PlanToSketch
  /** The chosen homes, with the places that the planner works with. */
  listings: readonly TourableListing[]
  values: { tour_date: string; start_time: string; end_time: string }
  /** The tour itself, where it is being changed. */
  tour?: string | undefined
}

/** The proposed way on a sketch, with the agent's own visits between the homes; what does not fit is hollow. */
export function PlanSketch({ plan: { plan, wire }, listings, values, tour = '' }: PlanSketchProps) {
  const { tour_date, start_time, end_time } = values
  const own = useOwnVisits({ key: tour, tour_date, start_time, end_time, stops: wire.stops })
  const dropped = new Set(plan.dropped.map(({ listing_id }) => listing_id))
  const leftOut = listings.flatMap((listing) => {
    const { id, latitude, longitude } = listing
    if (!dropped.has(id) || latitude === null || longitude === null) return []
    return [{ label: listingLabel(listing), place: { latitude, longitude } }]
  })
  return <RouteSketch entries={tourTimeline(wire.stops, wire.lunch, own)} leftOut={leftOut} />
}
