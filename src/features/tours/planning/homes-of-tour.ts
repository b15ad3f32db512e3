import type { ListingId } from '#core/planner/plan-types.ts'
import type { TourRow } from '#storage/rows.ts'
import type { TourableListing } from '#storage/tourable-listings.ts'

/** A home of the form of a tour; what is not listed any more has no place in a plan. */
type Chosen = TourableListing & { isGone: boolean }

/** In the agent's order; one that is not listed any more, or not read yet (`all` is undefined), has the address of its stop. */
export function homesOfTour(
  all: readonly TourableListing[] | undefined,
  order: readonly ListingId[],
  stops: TourRow['stops'],
): Chosen[] {
  const isRead = all !== undefined
  const known = new Map((all ?? []).flatMap((one) => [[one.id, one] as const, [one.key, one] as const]))
  return order.map((id) => {
    const listing = known.get(id)
    if (listing !== undefined) return { ...listing, id, isGone: false }
    const stop = stops.find(({ listing_id }) => listing_id === id)
    return {
      id,
      key: String(id),
      address: stop?.listing_address ?? '',
      city: [stop?.listing_city, isRead && 'no longer listed'].filter(Boolean).join(' · '),
      state: '',
      zipCode: '',
      latitude: stop?.latitude ?? null,
      longitude: stop?.longitude ?? null,
      isOwn: true,
      isGone: isRead,
    }
  })
}
