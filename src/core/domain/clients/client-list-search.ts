const clientSorts = ['newest', 'oldest', 'name', 'name-reversed'] as const
export type ClientSort = (typeof clientSorts)[number]

/** The search parameters of the client list. A missing one has its default: all clients, newest first, page 1. */
export type ClientListSearch = {
  search?: string
  filter?: ClientFilter
  sort?: ClientSort
  page?: number
}

/** Returns the valid search parameters, without defaults. Invalid ones are dropped, because the URL may be typed by hand. */
export function readClientListSearch(raw: Record<string, unknown>): ClientListSearch {
  const { search, filter, sort, page } = raw
  // The router reads `?search=916` as a number.
  const text = typeof search === 'number' ? String(search) : search
  const validSort = clientSorts.find((name) => name === sort && name !== 'newest')
  const validFilter = clientFilters.find((name) => name === filter)
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text } : {}),
    ...(validFilter !== undefined && validFilter !== 'All' ? { filter: validFilter } : {}),
    ...(validSort === undefined ? {} : { sort: validSort }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  }
}

export const clientFilters = ['All', 'Buyers', 'Sellers', 'Both'] as const
export type ClientFilter = (typeof clientFilters)[number]
