import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { WantedListings } from '#storage/listings/listing-search.ts'
import type { SortDirection } from '#ui/lists/list-header.tsx'

export type ListingsSearch = { q?: string; status?: ListingFilter; sort?: ListingSort; shown?: number }

/** *Active* matches the count on the Dashboard. */
export const listingFilters = {
  Active: { statuses: activeStatuses },
  'For Sale': { statuses: ['For Sale'] },
  Pending: { statuses: ['Pending'] },
  Sold: { statuses: ['Sold'] },
  'Homes I show': { isToShow: true },
} as const satisfies Record<string, WantedListings>
type ListingFilter = keyof typeof listingFilters

const listingSorts = ['newest', 'oldest', 'cheapest', 'dearest'] as const
export type ListingSort = (typeof listingSorts)[number]

/** By column: the first press's order, and the next one's. */
const sortsBy = { date: ['newest', 'oldest'], price: ['cheapest', 'dearest'] } as const
export type ListingSortBy = keyof typeof sortsBy

/** Returns the order after a press; a second press reverses it. */
export function sortedBy(by: ListingSortBy, sort: ListingSort): ListingSort {
  const [first, next] = sortsBy[by]
  return sort === first ? next : first
}

/** Undefined if the list is sorted by another column. */
export function directionOf(by: ListingSortBy, sort: ListingSort): SortDirection | undefined {
  if (!sortsBy[by].some((order) => order === sort)) return undefined
  return sort === 'oldest' || sort === 'cheapest' ? 'ascending' : 'descending'
}

/** Cards shown at first, and added each time (reading R18). */
export const cardsAtOnce = 60

export function readListingsSearch(search: Record<string, unknown>): ListingsSearch {
  const { q, status, sort, shown } = search
  const known = listingSorts.find((name) => name === sort && name !== 'newest')
  return {
    ...readWords(q),
    ...(typeof status === 'string' && Object.hasOwn(listingFilters, status) ? { status: status as ListingFilter } : {}),
    ...(known === undefined ? {} : { sort: known }),
    ...(typeof shown === 'number' && Number.isSafeInteger(shown) && shown > cardsAtOnce ? { shown } : {}),
  }
}

/** `mine`: saving turns another broker's home into the agent's listing. */
type EditListingSearch = { mine?: true }

export function readEditListingSearch({ mine }: Record<string, unknown>): EditListingSearch {
  return mine === true ? { mine } : {}
}

export type CatalogueSearch = {
  q?: string
  unlisted?: true
  /** The key of a property to edit. */
  edit?: string
}

export function readCatalogSearch(search: Record<string, unknown>): CatalogueSearch {
  const { q, unlisted, edit } = search
  return {
    ...readWords(q),
    ...(unlisted === true && { unlisted }),
    ...(typeof edit === 'string' && edit !== '' && { edit }),
  }
}

/** The router parses `?q=95608` as a number. */
function readWords(q: unknown): { q?: string } {
  return (typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}
}
