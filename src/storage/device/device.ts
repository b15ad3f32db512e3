import type { AttachedFile } from '#core/sync/operation.ts'
import type { Clock, Ids, Replica } from '#core/sync/ports.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ListingSearch } from '#storage/listings/listing-search.ts'
import type { OnlineOnly } from './online-only-replica.ts'
import type { OutboxMarks } from '#storage/outbox/outbox-marks.ts'
import type { StorageReason } from '#storage/database/storage-error.ts'
import { feedFact, type FeedPlace, fullPullFact } from '#core/sync/fact-names.ts'

/** One agent's data on this device, and all that is needed to read and change it. */
export type Device = {
  /** The agent's id as text. */
  owner: string
  /** True when the database was made just now: the agent's first visit, or the browser had cleared it. */
  isNew: boolean
  /** For live queries. Writing goes through `replica`, so that row, base and operation stay together. */
  database: DeviceDatabase
  replica: Replica
  /** The same store for the sync core; only where nothing is kept do the two differ. */
  syncReplica: Replica
  /** Set where this browser keeps no data: what is here ends with the page, and each save waits for the server (fault A7). */
  onlineOnly: Pick<OnlineOnly, 'sendWith'> | null
  clock: Clock
  ids: Ids
  marks: OutboxMarks
  search: ListingSearch
  /** Copies a picked file into storage, whole and read back; rejects with a `StorageError` when it is not kept. */
  saveFile: (source: Blob, names: { fileName: string; mediaType: string }) => Promise<AttachedFile>
  /** Calls back once when this device's data cannot be used any more from this page; see `StorageReason`. */
  onTrouble: (listener: (reason: StorageReason) => void) => () => void
  /** Deletes photos that were picked long ago and never saved, but none that `drafts` names: `textOfDrafts`. For a quiet moment. */
  tidy: (drafts: string) => Promise<void>
  /** Ends every reader and writer of this page (fault D12). */
  close: () => void
}

/**
 * Whether this device has ever fetched all of the agent's listings and clients: by the change feed to its end or by whole
 * lists. Until then an empty table means nothing, and a full one may not be all.
 */
export async function hasFetched(database: DeviceDatabase): Promise<boolean> {
  const [feed, ...sweeps] = await database.facts.bulkGet([feedFact, fullPullFact('listing'), fullPullFact('client')])
  if (feed !== undefined) return (feed.value as FeedPlace).isArriving !== true
  return sweeps.every((sweep) => sweep !== undefined)
}
