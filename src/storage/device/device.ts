import type { AttachedFile } from '#core/sync/operation.ts'
import type { Clock, Ids, Replica } from '#core/sync/ports.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ListingSearch } from '#storage/listings/listing-search.ts'
import type { OnlineOnly } from './online-only-replica.ts'
import type { OutboxMarks } from '#storage/outbox/outbox-marks.ts'
import type { StorageReason } from '#storage/database/storage-error.ts'
import { feedPlaceMetadataKey, type FeedPlace, fullPullMetadataKey } from '#core/sync/metadata-keys.ts'

/** The open device database of one agent, with everything that works on it. */
export type Device = {
  /** The agent's id as text. */
  owner: string
  /** True if the database was just created: the agent's first visit, or the browser had cleared it. */
  isNew: boolean
  /** Only for queries. Write through `replica`. */
  database: DeviceDatabase
  /** Updates row, base and operation together; implemented in `device-writer.ts`. */
  replica: Replica
  /** The replica that the sync core uses; differs from `replica` only on an online-only device. */
  syncReplica: Replica
  /** Set if this browser refuses storage: the data ends with the page, and each save waits for the server (fault A7). */
  onlineOnly: Pick<OnlineOnly, 'sendWith'> | null
  clock: Clock
  ids: Ids
  /** The status mark of each record with operations in the outbox. */
  marks: OutboxMarks
  search: ListingSearch
  /** Copies a picked file into storage and verifies the copy (`device-writer.ts`); rejects with a `StorageError`. */
  saveFile: (source: Blob, names: { fileName: string; mediaType: string }) => Promise<AttachedFile>
  /** Calls `listener` once, when this page can no longer use the device's data. */
  onStorageFailure: (listener: (reason: StorageReason) => void) => () => void
  /** Deletes photo files that were sent long ago, or picked long ago but never saved. `drafts`: the text of all drafts; files that it names stay. */
  deleteUnneededFiles: (drafts: string) => Promise<void>
  /** Closes the database in this tab, so that no code can read or write the agent's data (fault D12). */
  close: () => void
}

/** Returns whether this device has ever fetched all listings and clients. Until it has, tables may be empty or incomplete. */
export async function hasFetched(database: DeviceDatabase): Promise<boolean> {
  const [feed, ...fullPulls] = await database.facts.bulkGet([
    feedPlaceMetadataKey,
    fullPullMetadataKey('listing'),
    fullPullMetadataKey('client'),
  ])
  if (feed !== undefined) return (feed.value as FeedPlace).isArriving !== true
  return fullPulls.every((fullPull) => fullPull !== undefined)
}
