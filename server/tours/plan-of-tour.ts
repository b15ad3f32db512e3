import type { DroppedStop, TourPlan } from '#core/contract/tour.ts'
import { placeOfHome } from '#core/domain/travel/place-of-home.ts'
import { isUnplaced } from '#core/domain/tours/timed-stop.ts'
import { isValidPlanFor } from '#core/domain/tours/tour-plan-check.ts'
import { planInputOf, type TouredListing, type TourPlanRequest, wirePlanOf } from '#core/planner/tour-planning.ts'
import { PlanContradiction } from '#core/planner/plan-types.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import { readListingEvents } from '#server/listings/listing-events-repository.ts'
import { invalid, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { readPlanningDay } from './engagements-repository.ts'
import { placeFinder } from './server-place-finder.ts'
import { readTouredListings, type TouredListingRecord } from './toured-listings-repository.ts'

type Plannable = Pick<TourPlanRequest, 'start_time' | 'end_time' | 'preferences' | 'planning' | 'visit_lengths'> & {
  /** Null for a preview without a date, which ignores the agent's other events. */
  tour_date: string | null
  selected_listings: number[]
}

/** The stops of the tour's stored plan; empty for a new tour. */
type StopsBefore = readonly Pick<
  TourPlan['stops'][number],
  'listing_id' | 'stop_id' | 'listing_address' | 'latitude' | 'is_approximate' | 'drive_minutes' | 'order'
>[]

/** Returns the plan shown on the device if it fits the tour, so that what the agent saw is saved. Otherwise plans the tour. */
export async function planToStore(
  services: Services,
  agentId: number,
  tour: Plannable,
  shown: Partial<TourPlan>,
  { tourId, stopsBefore }: { tourId: number | null; stopsBefore: StopsBefore },
): Promise<TourPlan> {
  const { stops, dropped = [], lunch = null, total_distance = 0, estimated_duration = 0 } = shown
  if (stops !== undefined && isValidPlanFor(tour, { stops, dropped })) {
    return { stops, dropped, lunch, total_distance, estimated_duration }
  }
  const { db } = services.database
  const listings = await readTouredListings(db, agentId, tour.selected_listings)
  const earlierIds = new Set(stopsBefore.map(({ listing_id }) => listing_id))
  refuseUnavailable(tour.selected_listings, listings, earlierIds)
  const planRequest = withUnplacedLast(await planRequestOf(services, agentId, tour, listings, tourId), stopsBefore)
  const plan = await services.planner.plan(planInputOf(planRequest), agentId).catch(refuseContradiction)
  const wire = wirePlanOf(plan, planRequest.listings, stopsBefore) as TourPlan
  return { ...wire, dropped: [...wire.dropped, ...droppedAsGone(tour.selected_listings, listings, stopsBefore)] }
}

/** Plans an unplaced home that is already a stop as the last one, instead of dropping it. */
function withUnplacedLast(planRequest: TourPlanRequest, before: StopsBefore): TourPlanRequest {
  const unplaced = new Set<unknown>(before.filter(isUnplaced).map(({ listing_id }) => listing_id))
  const listings = planRequest.listings.map((listing) => ({ ...listing, unplacedLast: unplaced.has(listing.id) }))
  return { ...planRequest, listings }
}

export async function planRequestOf(
  { database }: Services,
  agentId: number,
  tour: Plannable,
  listings: ReadonlyMap<number, TouredListingRecord>,
  tourId: number | null,
): Promise<TourPlanRequest> {
  const { tour_date: date, selected_listings: ids, start_time, end_time, preferences, planning, visit_lengths } = tour
  const events = date === null ? [] : await readListingEvents(database.db, ids, date)
  const day = date === null ? { busy: [], fixed: [] } : await readPlanningDay(database.db, agentId, date, tourId)
  const finder = await placeFinder(database.db, agentId, [...listings.values()])
  const toured = ids.flatMap((id): TouredListing[] => {
    const listing = listings.get(id)
    if (listing?.isOnMarket !== true) return []
    // Other agents’ showings and open houses, during which the home is closed to the tour.
    const others = events.filter((event) => event.listing_id === id && event.agent_id !== agentId)
    const closed = others.map((event) => [secondsOfDay(event.start_time), secondsOfDay(event.end_time)] as const)
    return [{ ...listing, ...placeOfHome(listing, finder), closed }]
  })
  return { start_time, end_time, preferences, planning, visit_lengths, listings: toured, day }
}

/** Refuses new stops whose listing is not available; those planned earlier may have been sold since. */
function refuseUnavailable(
  ids: readonly number[],
  listings: ReadonlyMap<number, TouredListingRecord>,
  earlierIds: ReadonlySet<number | null>,
): void {
  const refused = ids.filter((id) => listings.get(id)?.isOnMarket !== true && !earlierIds.has(id))
  if (refused.length === 0) return
  const messages = refused.map((id) => `Listing ${id} is not available.`)
  throw new RefusedRequest(invalid({ selected_listings: messages }))
}

function droppedAsGone(
  ids: readonly number[],
  listings: ReadonlyMap<number, TouredListingRecord>,
  before: StopsBefore,
): DroppedStop[] {
  return ids
    .filter((id) => listings.get(id)?.isOnMarket !== true)
    .map((id) => ({
      listing_id: id,
      listing_address:
        listings.get(id)?.address ?? before.find(({ listing_id }) => listing_id === id)?.listing_address ?? '',
      reason: 'no_longer_listed',
      missing_minutes: null,
      is_approximate: false,
    }))
}

/** Refuses a tour whose locked stops, which must be in the plan, cannot all be visited. */
function refuseContradiction(error: unknown): never {
  if (error instanceof PlanContradiction) throw new RefusedRequest(invalid({ selected_listings: [error.message] }))
  throw error
}
