import type { Property } from '#core/contract/property.ts'
import type { ListingRow } from '#storage/database/rows.ts'

export type ListingWishes = Partial<Omit<ListingRow, 'property'>> & { property?: Partial<Property> }

/** A listing row as a pull stores it. */
export function listingRow({ property, ...wishes }: ListingWishes = {}): ListingRow {
  return {
    key: '1',
    id: 1,
    listing_price: 582_000,
    description: 'Oak shade over the back lawn.',
    status: 'For Sale',
    created_at: '2026-11-01T09:00:00Z',
    ...wishes,
    property: { address: '5709 River Oak Way', city: 'Carmichael', state: 'CA', zip_code: '95608', ...property },
  }
}
