import { listingStatuses, type ListingStatus } from '#core/contract/record-statuses.ts'
import { foldText } from '#core/domain/text/fold-text.ts'

/** Listings with these statuses count as active and may stand in a tour. */
export const activeStatuses = ['For Sale', 'Pending'] as const satisfies readonly ListingStatus[]

/** The status as the screen prints it; what this product does not know is 'Unknown'. */
export function shownStatus(status: unknown): ListingStatus | 'Unknown' {
  return listingStatuses.find((known) => known === status) ?? 'Unknown'
}

/** The listing's main photo: the one marked as primary, else the first; null without photos. */
export function mainPhoto<Photo extends { is_primary?: unknown }>(photos: readonly Photo[]): Photo | null {
  return photos.find((photo) => photo.is_primary === true) ?? photos[0] ?? null
}

/** Everything a listing search looks at, as `searchWords` leaves it. */
export function listingSearchText(listing: { description?: unknown; property?: unknown; listed_by?: unknown }): string {
  const property = isRecord(listing.property) ? listing.property : {}
  const broker = isRecord(listing.listed_by) ? listing.listed_by : {}
  const { address, city, state, zip_code } = property
  return (
    [address, city, state, zip_code, listing.description, broker['name'], broker['brokerage'], broker['mls_number']]
      .map((text) => (typeof text === 'string' || typeof text === 'number' ? searchWords(String(text)) : ''))
      // A word never matches across two fields.
      .join('\n')
  )
}

/** A text as searches compare it: folded, trimmed, with one space where there are several. */
export function searchWords(text: string): string {
  return foldText(text).trim().replaceAll(/\s+/g, ' ')
}

/** The words of a search; of an empty one a single empty word, which every text holds. */
export function wordsOf(typed: string): string[] {
  return searchWords(typed).split(' ')
}

/** True when each of these words stands somewhere in a text as `searchWords` leaves it. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
