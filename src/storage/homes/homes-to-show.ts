import { isListedByOther } from '#core/contract/record-constants.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ListingRow } from '#storage/database/rows.ts'

/*
 * Homes that other brokers list are in the same table as the agent's listings. They are few, and the only ones in the index
 * `listed_by.name`, so they are counted, read and left out without a look at the others.
 */

/** The homes that other brokers list and the agent only tours or shows. */
export function homesToShow({ listings }: DeviceDatabase): Promise<ListingRow[]> {
  return listings.orderBy('listed_by.name').toArray()
}

/** Their keys. */
export async function keysOfHomesToShow({ listings }: DeviceDatabase): Promise<ReadonlySet<LocalKey>> {
  return new Set(await listings.orderBy('listed_by.name').primaryKeys())
}

/** All listings of the agent's own. */
export async function ownListings({ listings }: DeviceDatabase): Promise<ListingRow[]> {
  return (await listings.toArray()).filter((listing) => !isListedByOther(listing))
}
