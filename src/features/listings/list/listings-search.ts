import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { WantedListings } from '#storage/listings/listing-search.ts'
import type { SortDirection } from '#ui/lists/list-header.tsx'

/** The search parameters of *My Listings*, without defaults. `shown` is the number of listings on screen. */
export type ListingsSearch = { q?: string; status?: ListingFilter; sort?: ListingSort; shown?: number }

/** The filters by their labels. *Active* has the same statuses as the count on the Dashboard. */
export const listingFilters = {
  Active: { statuses: activeStatuses },
  'For Sale': { statuses: ['For Sale'] },
  Pending: { statuses: ['Pending'] },
  Sold: { statuses: ['Sold'] },
  'Homes I show': { areHomesToShow: true },
} as const satisfies Record<string, WantedListings>
type ListingFilter = keyof typeof listingFilters

const listingSorts = ['newest', 'oldest', 'cheapest', 'dearest'] as const
export type ListingSort = (typeof listingSorts)[number]

/** By column: the order after the first press, and after the second. */
const sortsBy = { date: ['newest', 'oldest'], price: ['cheapest', 'dearest'] } as const
export type ListingSortBy = keyof typeof sortsBy

export function sortedBy(by: ListingSortBy, sort: ListingSort): ListingSort {
  const [first, next] = sortsBy[by]
  return sort === first ? next : first
}

/** Returns the direction of a column's sort arrow; undefined if the list is sorted by another column. */
export function directionOf(by: ListingSortBy, sort: ListingSort): SortDirection | undefined {
  if (!sortsBy[by].some((order) => order === sort)) return undefined
  return sort === 'oldest' || sort === 'cheapest' ? 'ascending' : 'descending'
}

/** How many cards are shown at first, and added by each *Show more* (reading R18). */
export const cardsAtOnce = 60

export function readListingsSearch(search: Record<string, unknown>): ListingsSearch {
  const { q, status, sort, shown } = search
  const otherSort = listingSorts.find((name) => name === sort && name !== 'newest')
  return {
    ...readQuery(q),
    ...(typeof status === 'string' && Object.hasOwn(listingFilters, status) ? { status: status as ListingFilter } : {}),
    ...(otherSort === undefined ? {} : { sort: otherSort }),
    ...(typeof shown === 'number' && Number.isSafeInteger(shown) && shown > cardsAtOnce ? { shown } : {}),
  }
}

/** `mine`: saving turns a home to show into the agent's own listing. */
type EditListingSearch = { mine?: true }

export function readEditListingSearch({ mine }: Record<string, unknown>): EditListingSearch {
  return mine === true ? { mine } : {}
}

/** `unlisted`: only properties that the agent has not listed. `edit`: the key of the property whose edit form is open. */
export type CatalogSearch = {
  q?: string
  unlisted?: true
  edit?: string
}

export function readCatalogSearch(search: Record<string, unknown>): CatalogSearch {
  const { q, unlisted, edit } = search
  return {
    ...readQuery(q),
    ...(unlisted === true && { unlisted }),
    ...(typeof edit === 'string' && edit !== '' && { edit }),
  }
}

/** Accepts numbers, because the router parses `?q=95608` as one. */
function readQuery(q: unknown): { q?: string } {
  return (typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}
}
