import type { TourableListing } from '#storage/tourable-listings.ts'

/** The address, or 'Listing 7' where there is none. */
export function listingLabel({ id, address }: Pick<TourableListing, 'id' | 'address'>): string {
  return address === '' ? `Listing ${id}` : address
}
