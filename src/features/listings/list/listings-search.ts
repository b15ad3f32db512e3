import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { WantedListings } from '#storage/listings/listing-search.ts'
import type { SortDirection } from '#ui/lists/list-header.tsx'

/** What the address of My Listings says; left out is the usual: everything, newest first, the first cards. */
export type ListingsSearch = { q?: string; status?: ListingFilter; sort?: ListingSort; shown?: number }

/** What each choice of the filter shows; *Active* is what the Dashboard counts. */
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

/** Each thing to sort by: the order that a first press gives, and that of the next one. */
const sortsBy = { date: ['newest', 'oldest'], price: ['cheapest', 'dearest'] } as const
export type ListingSortBy = keyof typeof sortsBy

/** Pressing again turns the order round. */
export function sortedBy(by: ListingSortBy, sort: ListingSort): ListingSort {
  const [first, next] = sortsBy[by]
  return sort === first ? next : first
}

/** Undefined while the listings are sorted by something else. */
export function directionOf(by: ListingSortBy, sort: ListingSort): SortDirection | undefined {
  if (!sortsBy[by].some((order) => order === sort)) return undefined
  return sort === 'oldest' || sort === 'cheapest' ? 'ascending' : 'descending'
}

/** Cards shown at first, and added each time (reading R18). */
export const cardsAtOnce = 60

/** Reads the address bar, where anything may stand. */
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

/** What the address of Edit Listing says: `mine` where saving makes another broker's home the agent's listing. */
type EditListingSearch = { mine?: true }

export function readEditListingSearch({ mine }: Record<string, unknown>): EditListingSearch {
  return mine === true ? { mine } : {}
}

/** What the address of Create Listing says. */
export type CatalogueSearch = {
  q?: string
  /** Only what the agent has not listed. */
  unlisted?: true
  /** The key of a property that was added here and is to be changed. */
  edit?: string
}

export function readCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const { q, unlisted, edit } = search
  return {
    ...readWords(q),
    ...(unlisted === true && { unlisted }),
    ...(typeof edit === 'string' && edit !== '' && { edit }),
  }
}

/** An address that says `?q=95608` gives a number. */
function readWords(q: unknown): { q?: string } {
  return (typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}
}
