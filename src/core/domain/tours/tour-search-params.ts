import { type TourStatus, tourStatuses } from '#core/contract/record-statuses.ts'

const tourSorts = ['upcoming', '-tour_date', 'tour_date', '-created_at', 'created_at'] as const
export type TourSort = (typeof tourSorts)[number]
export const usualTourSort: TourSort = 'upcoming'

/** Search parameters of *My Tours*. Defaults are absent: all tours, the upcoming ones first. */
export type TourListSearch = { search?: string; status?: TourStatus; sort?: TourSort }

/** Drops invalid parameters, because the address may be typed by hand. */
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

/** Search parameters of *Create Tour*, each an id or a key: the client, or the tour to copy. */
export function readNewTourSearch({ client, from }: Record<string, unknown>): NewTourSearch {
  return { ...idParam('client', client), ...idParam('from', from) }
}

function idParam(name: keyof NewTourSearch, value: unknown): NewTourSearch {
  if (typeof value === 'number') return { [name]: String(value) }
  return typeof value === 'string' && value !== '' ? { [name]: value } : {}
}

/** Search parameters of a tour's page. `edit` opens the edit form; `edit=date` also moves the focus to the date. */
type TourPageSearch = { edit?: 'all' | 'date' }

export function readTourPageSearch({ edit }: Record<string, unknown>): TourPageSearch {
  return edit === 'all' || edit === 'date' ? { edit } : {}
}
