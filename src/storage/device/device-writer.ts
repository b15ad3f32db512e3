import { photosKeptMs } from '#core/sync/operation.ts'
import type { Replica } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import type { Connection, DeviceDatabase } from '#storage/database/device-database.ts'
import { dexieReplica } from '#storage/transaction/dexie-replica.ts'
import { deleteForgottenFiles, deleteSentFiles, saveFile } from '#storage/database/file-pieces.ts'
import { retryAfterFreeze } from '#storage/database/page-freeze.ts'
import { isQuotaError } from '#storage/database/storage-error.ts'
import { randomIds } from './system-clock.ts'
import { freedFact } from '#core/sync/metadata-keys.ts'
import { upgradeFigures } from '#storage/database/upgrade-exposure.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'

export type DeviceWriter = { replica: Replica } & Pick<Device, 'saveFile' | 'deleteUnneededFiles'>

export type DeviceWriterParts = {
  owner: string
  strict: DeviceDatabase
  relaxed: DeviceDatabase
  /** Rejects if this page can no longer use the data. */
  ready: () => Promise<void>
  /** Replaces the connection `dead` unless it is already replaced. */
  reopen: (database: DeviceDatabase, dead: Connection) => Promise<void>
}

/** Returns the part of a device that changes the agent's data. Loaded separately, so that screens need not wait for it to read. */
export function deviceWriter({ owner, strict, relaxed, ready, reopen }: DeviceWriterParts): DeviceWriter {
  const replica = dexieReplica({ owner, strict, relaxed, ready, reopen, freeSpace: () => freeSpace(owner, relaxed) })
  let upgrading: Promise<void> | null = null
  const upgraded = () =>
    (upgrading ??= upgradeFigures(relaxed, replica, Date.now()).catch(() => {
      // What an older version left stays, and is tried again.
      upgrading = null
    }))
  return {
    replica: {
      ...replica,
      transact: async (mode, work) => {
        await upgraded()
        return replica.transact(mode, work)
      },
    },
    saveFile: async (source, names) => {
      for (;;) {
        try {
          return await retryAfterFreeze(async () => {
            await ready()
            return saveFile(strict, randomIds.uuid(), source, names)
          })
        } catch (error) {
          if (!isQuotaError(error) || !(await freeSpace(owner, relaxed))) throw error
        }
      }
    },
    deleteUnneededFiles: async (textOfDrafts) => {
      await deleteForgottenFiles(relaxed, Date.now() - forgottenAfterMs, textOfDrafts)
      await deleteSentFiles(relaxed, Date.now() - photosKeptMs)
    },
  }
}

/** A picked photo that no draft mentions is deleted after this time. */
const forgottenAfterMs = 14 * 24 * 60 * 60 * 1000

/**
 * Deletes cached photos; if there are none, the bytes of sent photos; if there are none, the copies of other agents' listings. All of them
 * can be fetched again. Never deletes an operation, an unsent photo or an own record (fault A6). Returns whether anything was deleted.
 */
export async function freeSpace(agentId: string, database: DeviceDatabase): Promise<boolean> {
  // On a full device, even a deletion from the photo cache may fail; continue with the next kind.
  if (await deletePhotoCache(agentId).catch(() => false)) return true
  if ((await deleteSentFiles(database, Date.now())) > 0) return true
  return database.transaction('rw', database.available_listings, database.facts, async () => {
    const rows = await database.available_listings.count()
    if (rows === 0) return false
    await database.available_listings.clear()
    await database.facts.put({ name: freedFact, value: Date.now() })
    return true
  })
}
