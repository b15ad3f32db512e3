import { clientFilters } from './client-filters.ts'
import type { ClientFilter } from './client-filters.ts'

/** What the address of the client list says; what is missing is the default: all clients, from the first page. */
export type ClientListSearch = {
  search?: string
  filter?: ClientFilter
  page?: number
}

/** Reads an address that somebody may have typed; what makes no sense is left out. */
export function clientListSearch(raw: Record<string, unknown>): ClientListSearch {
  const { search, filter, page } = raw
  // The router reads `?search=916` as a number.
  const text = typeof search === 'number' ? String(search) : search
  const known = clientFilters.find((name) => name === filter)
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text } : {}),
    ...(known !== undefined && known !== 'All' ? { filter: known } : {}),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  }
}
