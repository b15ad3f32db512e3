import type { Reference } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import type { ListingRow } from '#storage/database/rows.ts'

/** Returns the records to delete with a listing: a private property that has no other listing, and the property's door cards. */
export async function recordsDeletedWith(
  { database }: Device,
  { key, property_key }: ListingRow,
): Promise<Reference[]> {
  const property = property_key === undefined ? undefined : await database.properties.get(property_key)
  if (property?.is_private !== true) return []
  const listings = await database.listings.where('property_key').equals(property.key).primaryKeys()
  if (listings.some((other) => other !== key)) return []
  const cards = await database.door_cards.where('property_key').equals(property.key).primaryKeys()
  const ofCards = cards.map((card) => ({ entity: 'door_card' as const, key: card }))
  return [...ofCards, { entity: 'property', key: property.key }]
}

/** Returns the consequences of deleting a listing, for the dialog; null if there are none. Its tours still have it as a stop (reading R17). */
export async function deletionWarning(device: Device, listing: ListingRow): Promise<string | null> {
  const deletedToo = await recordsDeletedWith(device, listing)
  const hasCard = deletedToo.some(({ entity }) => entity === 'door_card')
  const onTours = await tourWarning(device, listing)
  return [hasCard && 'Its door card will be deleted too.', onTours].filter(Boolean).join(' ') || null
}

async function tourWarning({ database }: Device, { key, id }: ListingRow): Promise<string | null> {
  const tours = await database.tours
    .filter(({ stops }) => stops.some(({ listing_id }) => listing_id === key || listing_id === (id ?? key)))
    .count()
  if (tours === 0) return null
  return `It stays on ${tours === 1 ? 'a tour' : `${tours} tours`}, marked “no longer listed”.`
}
