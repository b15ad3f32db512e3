/** What it means where a choice of listings is empty; `isKnown` when the device has heard of all of them. */
export function noListings(isKnown: boolean): string {
  return isKnown ? 'You have no listings yet.' : 'Your listings are not on this device yet.'
}
