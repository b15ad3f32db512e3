/** What the list shows of all clients; the filter's words are the specification's. */
export const clientFilters = ['All', 'Buyers', 'Sellers', 'Both'] as const
export type ClientFilter = (typeof clientFilters)[number]
