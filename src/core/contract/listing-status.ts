/** Apart from the schemas, so that a list of cards need not load them. */
export const listingStatuses = ['For Sale', 'Pending', 'Sold'] as const
export type ListingStatus = (typeof listingStatuses)[number]
