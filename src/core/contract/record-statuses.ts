// Separate from the schemas, so that a list of cards does not load them.

export const listingStatuses = ['For Sale', 'Pending', 'Sold'] as const
export type ListingStatus = (typeof listingStatuses)[number]

/** In order; 'cancelled' ends a tour from either of the first two (reading R20). */
export const tourStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const
export type TourStatus = (typeof tourStatuses)[number]
