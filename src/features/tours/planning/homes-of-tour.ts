import { placeOfStop } from '#core/domain/tours/timed-stop.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import type { TourStopRow } from '#storage/database/rows.ts'
import type { ShownStop } from '../tour-stops.ts'
import { hasNoPlace } from '#features/tours/located-listings.ts'

/** A home of the form of a tour; what is not listed any more has no place in a plan. */
type Chosen = TourableListing & {
  isGone: boolean
  /** This device has its listing. */
  isHere: boolean
}

type KnownStop = TourStopRow & Pick<ShownStop, 'isGone' | 'isMissing'>

/**
 * In the agent's order; `all` is undefined while they are read. A home that this device has not fetched yet stands where its
 * stop is; one that is not among all homes is gone, because a tour is not changed when one of its homes is sold.
 */
export function homesOfTour(
  all: readonly TourableListing[] | undefined,
  order: readonly ListingId[],
  stops: readonly KnownStop[],
): Chosen[] {
  const known = new Map((all ?? []).flatMap((one) => [[one.id, one] as const, [one.key, one] as const]))
  return order.map((id) => {
    const listing = known.get(id)
    if (listing !== undefined) return { ...listing, id, isGone: false, isHere: true }
    const stop = stops.find(({ listing_id }) => listing_id === id)
    const isGone = all !== undefined && (stop === undefined || stop.isGone || stop.isMissing)
    return {
      id,
      key: String(id),
      address: stop?.listing_address ?? '',
      city: [stop?.listing_city, isGone && 'no longer listed'].filter(Boolean).join(' · '),
      state: '',
      zipCode: '',
      latitude: null,
      longitude: null,
      ...(stop && placeOfStop(stop)),
      isOwn: true,
      isLocatedByAgent: false,
      listedBy: null,
      isGone,
      isHere: false,
    }
  })
}

/** Whether a plan of these homes can be saved as it is, without reading them anew. */
export function areReady(chosen: readonly Chosen[], located: readonly TourableListing[]): boolean {
  return chosen.every(({ isGone, isHere }) => isGone || isHere) && !located.some(hasNoPlace)
}
