const clientSorts = ['newest', 'oldest', 'name', 'name-reversed'] as const
export type ClientSort = (typeof clientSorts)[number]

/** What the address of the client list says; what is missing is the default: all clients, newest first, from the first page. */
export type ClientListSearch = {
  search?: string
  filter?: ClientFilter
  sort?: ClientSort
  page?: number
}

/** Reads an address that somebody may have typed; what makes no sense is left out. */
export function clientListSearch(raw: Record<string, unknown>): ClientListSearch {
  const { search, filter, sort, page } = raw
  // The router reads `?search=916` as a number.
  const text = typeof search === 'number' ? String(search) : search
  const order = clientSorts.find((name) => name === sort && name !== 'newest')
  const known = clientFilters.find((name) => name === filter)
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text } : {}),
    ...(known !== undefined && known !== 'All' ? { filter: known } : {}),
    ...(order === undefined ? {} : { sort: order }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  }
}

/** What the list shows of all clients; the filter's words are the specification's. */
export const clientFilters = ['All', 'Buyers', 'Sellers', 'Both'] as const
export type ClientFilter = (typeof clientFilters)[number]
