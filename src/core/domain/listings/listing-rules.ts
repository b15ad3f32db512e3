import { listingStatuses, type ListingStatus } from '#core/contract/record-statuses.ts'
import { foldText } from '#core/domain/text/fold-text.ts'

/** Only these listings may be in a tour. */
export const activeStatuses = ['For Sale', 'Pending'] as const satisfies readonly ListingStatus[]

export function shownStatus(status: unknown): ListingStatus | 'Unknown' {
  return listingStatuses.find((known) => known === status) ?? 'Unknown'
}

export function mainPhoto<Photo extends { is_primary?: unknown }>(photos: readonly Photo[]): Photo | null {
  return photos.find((photo) => photo.is_primary === true) ?? photos[0] ?? null
}

/** Returns the text of a listing that searches cover, normalized by `normalizeSearchText`. */
export function listingSearchText(listing: { description?: unknown; property?: unknown; listed_by?: unknown }): string {
  const property = isRecord(listing.property) ? listing.property : {}
  const broker = isRecord(listing.listed_by) ? listing.listed_by : {}
  const { address, city, state, zip_code } = property
  return (
    [address, city, state, zip_code, listing.description, broker['name'], broker['brokerage'], broker['mls_number']]
      .map((text) => (typeof text === 'string' || typeof text === 'number' ? normalizeSearchText(String(text)) : ''))
      // A word never matches across two fields.
      .join('\n')
  )
}

/** Returns text as searches compare it: without case and accents (`foldText`), trimmed, with single spaces. */
export function normalizeSearchText(text: string): string {
  return foldText(text).trim().replaceAll(/\s+/g, ' ')
}

/** Returns the words of a search. An empty search has one empty word, which every text contains. */
export function searchTerms(typed: string): string[] {
  return normalizeSearchText(typed).split(' ')
}

/** Whether a text contains all words. `text` must be normalized by `normalizeSearchText`. */
export function containsAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
