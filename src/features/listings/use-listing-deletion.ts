import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import type { Reference } from '#core/sync/operation.ts'
import { useDeletion } from '#records/use-deletion.tsx'
import type { Device } from '#storage/device.ts'
import type { ListingRow } from '#storage/rows.ts'
import { addressOf } from './listing-row-kinds.ts'

/** `failure` heads the dialog that says that this device could not delete it. */
export function useListingDeletion(failure: string, onDeleted?: () => void) {
  return useDeletion('listing', {
    name: addressOf,
    also: async (...about) =>
      [await cardWarning(...about), await tourWarning(...about)].filter(Boolean).join(' ') || null,
    along: privateHomeOf,
    title: (listing) =>
      isListedByOther(listing)
        ? { question: 'Are you sure you want to remove this home?', done: 'Home Removed' }
        : null,
    message: (listing) => `${addressOf(listing)} has been removed successfully.`,
    alert: failure,
    activity: 'delete_listing',
    onDeleted,
  })
}

/** A private home that nothing else refers to goes with its last listing, and so does what is said of its door. */
async function privateHomeOf({ database }: Device, { key, property_key }: ListingRow): Promise<Reference[]> {
  const property = property_key === undefined ? undefined : await database.properties.get(property_key)
  if (property?.is_private !== true) return []
  const listings = await database.listings.where('property_key').equals(property.key).primaryKeys()
  if (listings.some((other) => other !== key)) return []
  const cards = await database.door_cards.where('property_key').equals(property.key).primaryKeys()
  const ofCards = cards.map((card) => ({ entity: 'door_card' as const, key: card }))
  return [...ofCards, { entity: 'property', key: property.key }]
}

async function cardWarning(device: Device, listing: ListingRow): Promise<string | null> {
  const along = await privateHomeOf(device, listing)
  return along.some(({ entity }) => entity === 'door_card') ? 'Its door card will be deleted too.' : null
}

/** Tours keep a deleted listing as a stop (reading R17). */
async function tourWarning({ database }: Device, { key, id }: ListingRow): Promise<string | null> {
  const tours = await database.tours
    .filter(({ stops }) => stops.some(({ listing_id }) => listing_id === key || listing_id === (id ?? key)))
    .count()
  if (tours === 0) return null
  return `It stays on ${tours === 1 ? 'a tour' : `${tours} tours`}, marked “no longer listed”.`
}
