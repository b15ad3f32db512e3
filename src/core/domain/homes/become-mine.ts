import { knownNumber } from '#core/domain/text/known-number.ts'

type Home = {
  listing_price?: number
  description?: string
  property?: { city?: string; state?: string }
}

/** What a home that another broker lists lacks to become a listing of the agent's, in the words of its labels. */
export function missingForMine({ listing_price, description = '', property = {} }: Home): string[] {
  const { city = '', state = '' } = property
  return [
    ...((knownNumber(listing_price) ?? 0) >= 1 ? [] : ['Listing Price']),
    ...(description.trim() === '' ? ['Description'] : []),
    ...(city.trim() === '' ? ['City'] : []),
    ...(state.trim() === '' ? ['State'] : []),
  ]
}
