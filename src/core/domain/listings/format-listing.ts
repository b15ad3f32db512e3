import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import type { ListedBy } from '#core/contract/listed-by.ts'
import { knownNumber } from '#core/domain/text/known-number.ts'
import { dollars } from '#core/domain/text/money.ts'

/** "$529,500"; "Price unknown" of a home that the agent only shows, while it has no price. */
export function formatListingPrice(listing: { listing_price?: number; listed_by?: ListedBy | null }): string {
  const price = knownNumber(listing.listing_price) ?? 0
  return price === 0 && isListedByOther(listing) ? 'Price unknown' : dollars(price)
}

/** "Listed by Ann Lee, Bay Homes"; null for a listing of the agent's own. */
export function formatListedBy({ listed_by = null }: { listed_by?: ListedBy | null }): string | null {
  if (listed_by === null) return null
  return `Listed by ${[listed_by.name, listed_by.brokerage].filter(Boolean).join(', ') || 'another broker'}`
}
