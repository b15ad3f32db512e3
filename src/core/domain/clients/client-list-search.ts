const clientSorts = ['newest', 'oldest', 'name', 'name-reversed'] as const
export type ClientSort = (typeof clientSorts)[number]

/** Search parameters of the client list. Defaults are absent: all clients, newest first, page 1. */
export type ClientListSearch = {
  search?: string
  filter?: ClientFilter
  sort?: ClientSort
  page?: number
}

/** Drops what is not valid: the address may be typed by hand. */
export function readClientListSearch(raw: Record<string, unknown>): ClientListSearch {
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

export const clientFilters = ['All', 'Buyers', 'Sellers', 'Both'] as const
export type ClientFilter = (typeof clientFilters)[number]
