// In a file without schemas, because pages that show lists need the statuses but not the schemas.

export const listingStatuses = ['For Sale', 'Pending', 'Sold'] as const
export type ListingStatus = (typeof listingStatuses)[number]

/** In the order in which a tour goes through them; 'cancelled' can follow either of the first two (reading R20). */
export const tourStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const
export type TourStatus = (typeof tourStatuses)[number]
