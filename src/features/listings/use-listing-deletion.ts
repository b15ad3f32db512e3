import { useDeletion } from '#records/use-deletion.tsx'
import type { Device } from '#storage/device.ts'
import type { ListingRow } from '#storage/rows.ts'
import { addressOf } from './listing-row-kinds.ts'

/** `failure` heads the dialog that says that this device could not delete it. */
export function useListingDeletion(failure: string, onDeleted?: () => void) {
  return useDeletion('listing', {
    name: addressOf,
    also: tourWarning,
    message: (listing) => `${addressOf(listing)} has been removed successfully.`,
    alert: failure,
    activity: 'delete_listing',
    onDeleted,
  })
}

/** Tours keep a deleted listing as a stop (reading R17). */
async function tourWarning({ database }: Device, { key, id }: ListingRow): Promise<string | null> {
  const tours = await database.tours
    .filter(({ stops }) => stops.some(({ listing_id }) => listing_id === key || listing_id === (id ?? key)))
    .count()
  if (tours === 0) return null
  return `It stays on ${tours === 1 ? 'a tour' : `${tours} tours`}, marked “no longer listed”.`
}
