import type { AvailabilityPreview, AvailabilityRequest, RoutePreview, RouteRequest } from '#core/contract/tour.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { availability, planInputOf } from '#core/planner/tour-planning.ts'
import type { Services } from '#server/services.ts'
import { readPlanningDay } from './engagements-repository.ts'
import { planRequestOf } from './plan-of-tour.ts'
import { readTouredListings } from './toured-listings-repository.ts'

export async function previewAvailability(
  { database }: Services,
  agentId: number,
  { tour_date, start_time, end_time, preferences }: AvailabilityRequest,
): Promise<AvailabilityPreview> {
  // `fixed`: the agent's visits at known places. `busy`: other events. The last argument would exclude a tour that is being edited.
  const { busy, fixed } = await readPlanningDay(database.db, agentId, tour_date, null)
  const free = availability({
    start: secondsOfDay(start_time),
    end: secondsOfDay(end_time),
    busy,
    fixed,
    minMinutes: preferences.min_duration_per_property,
  })
  return {
    ...free,
    available_slots: free.available_slots.map((slot) => ({
      start_time: timeOfSeconds(slot.start_time),
      end_time: timeOfSeconds(slot.end_time),
    })),
  }
}

/** Returns the order that the planner would choose. Listings that cannot be planned are reported, not refused. */
export async function previewRoute(services: Services, agentId: number, request: RouteRequest): Promise<RoutePreview> {
  const listings = await readTouredListings(services.database.db, agentId, request.selected_listings)
  const planRequest = await planRequestOf(services, agentId, { ...request, planning: 'best' }, listings, null)
  const plan = await services.planner.plan(planInputOf(planRequest), agentId)
  const addressOf = (id: number) => listings.get(id)?.address ?? ''
  const unavailable = request.selected_listings.filter((id) => listings.get(id)?.isOnMarket !== true)
  return {
    total_distance_km: plan.total_distance_km,
    total_distance: plan.total_distance,
    efficiency_score: plan.efficiency_score,
    optimized_order: plan.stops.map(({ listing_id }) => {
      const id = Number(listing_id)
      return { listing_id: id, address: addressOf(id) }
    }),
    error: errorOf(request.selected_listings, unavailable),
    is_approximate: plan.is_approximate === true,
    dropped: plan.dropped.map(({ listing_id, reason, missing_minutes = null, is_approximate = false }) => {
      const id = Number(listing_id)
      return { listing_id: id, address: addressOf(id), reason, missing_minutes, is_approximate }
    }),
  }
}

function errorOf(selected: readonly number[], unavailable: readonly number[]): string | null {
  if (selected.length === 0) return 'Please select at least one listing for the tour.'
  return unavailable.length === 0 ? null : unavailable.map((id) => `Listing ${id} is not available.`).join(' ')
}
