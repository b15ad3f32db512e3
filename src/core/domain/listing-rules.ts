import { listingStatuses, type ListingStatus } from '#core/contract/listing-status.ts'

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

/** Everything a listing search looks at, in lower case (specification §5). */
export function listingSearchText(listing: { description?: unknown; property?: unknown }): string {
  const property = isRecord(listing.property) ? listing.property : {}
  return (
    [property['address'], property['city'], property['state'], property['zip_code'], listing.description]
      .map((text) => (typeof text === 'string' || typeof text === 'number' ? searchWords(String(text)) : ''))
      // A search never matches across two fields.
      .join('\n')
  )
}

/** A text as searches compare it: trimmed, in lower case, with one space where there are several. */
export function searchWords(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** What stands below a listing, by how many there are. */
export type ListingChildren = { photos: number; showings: number; openHouses: number; visitors: number }

/** Deleting a listing takes what stands below it with it (decisions §5); this says so, or nothing when nothing does. */
export function deletionWarning({ photos, showings, openHouses, visitors }: ListingChildren): string | null {
  const parts = [
    counted(photos, 'photo', 'photos'),
    counted(showings, 'showing', 'showings'),
    counted(openHouses, 'open house', 'open houses'),
    counted(visitors, 'visitor', 'visitors'),
  ].filter((part) => part !== null)
  const last = parts.at(-1)
  if (last === undefined) return null
  const listed = parts.length === 1 ? last.replace(/^1 /, '') : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `Its ${listed} will be deleted too.`
}

function counted(count: number, one: string, many: string): string | null {
  if (count === 0) return null
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
