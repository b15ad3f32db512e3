import { isListedByOther } from '#core/contract/record-constants.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ListingRow } from '#storage/database/rows.ts'

/* Homes to show share a table with the agent's listings. The index `listed_by.name` contains only homes to show. */

export function homesToShow({ listings }: DeviceDatabase): Promise<ListingRow[]> {
  return listings.orderBy('listed_by.name').toArray()
}

export async function keysOfHomesToShow({ listings }: DeviceDatabase): Promise<ReadonlySet<LocalKey>> {
  return new Set(await listings.orderBy('listed_by.name').primaryKeys())
}

export async function ownListings({ listings }: DeviceDatabase): Promise<ListingRow[]> {
  return (await listings.toArray()).filter((listing) => !isListedByOther(listing))
}
