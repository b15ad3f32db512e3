/** What stands where a choice of listings is empty. */
export const noListingsYet = 'You have no listings yet.'

/** The same before all of them have been fetched. */
export const listingsNotHere = 'Your listings are not on this device yet.'
