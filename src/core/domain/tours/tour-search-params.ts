import { type TourStatus, tourStatuses } from '#core/contract/record-statuses.ts'

const tourSorts = ['upcoming', '-tour_date', 'tour_date', '-created_at', 'created_at'] as const
export type TourSort = (typeof tourSorts)[number]
export const usualTourSort: TourSort = 'upcoming'

/** What the address of My Tours says; what is missing is the usual: all of them, what is coming on top. */
export type TourListSearch = { search?: string; status?: TourStatus; sort?: TourSort }

/** Reads an address that somebody may have typed; what makes no sense is left out. */
export function readTourListSearch(raw: Record<string, unknown>): TourListSearch {
  // The router reads `?search=916` as a number.
  const search = typeof raw['search'] === 'number' ? String(raw['search']) : raw['search']
  const status = tourStatuses.find((known) => known === raw['status'])
  const sort = tourSorts.find((known) => known === raw['sort'])
  return {
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(status === undefined ? {} : { status }),
    ...(sort === undefined || sort === usualTourSort ? {} : { sort }),
  }
}

type NewTourSearch = { client?: string; from?: string }

/** What the address of *Create Tour* says, by id or key: the client whom the tour is for, or the tour that it is made from. */
export function readNewTourSearch({ client, from }: Record<string, unknown>): NewTourSearch {
  return { ...named('client', client), ...named('from', from) }
}

function named(name: keyof NewTourSearch, value: unknown): NewTourSearch {
  if (typeof value === 'number') return { [name]: String(value) }
  return typeof value === 'string' && value !== '' ? { [name]: value } : {}
}

/** What the address of a tour says: which part is being edited; `date` opens the form at its date. */
type TourPageSearch = { edit?: 'all' | 'date' }

export function readTourPageSearch({ edit }: Record<string, unknown>): TourPageSearch {
  return edit === 'all' || edit === 'date' ? { edit } : {}
}
