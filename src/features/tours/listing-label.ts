import type { ListingId } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'

/** The address, or 'Listing 7' where there is none. */
export function listingLabel({ id, address }: Pick<TourableListing, 'id' | 'address'>): string {
  return address === '' ? `Listing ${id}` : address
}

/** The label of any of these listings, by its id. */
export function labelsOf(listings: readonly TourableListing[]): (id: ListingId) => string {
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  return (id) => listingLabel(byId.get(id) ?? { id, address: '' })
}
