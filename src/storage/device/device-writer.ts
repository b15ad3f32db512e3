import { photosKeptMs } from '#core/sync/operation.ts'
import type { Replica } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import type { Connection, DeviceDatabase } from '#storage/database/device-database.ts'
import { dexieReplica } from '#storage/transaction/dexie-replica.ts'
import { deleteForgottenFiles, deleteSentFiles, saveFile } from '#storage/database/file-pieces.ts'
import { againAfterFreeze } from '#storage/database/page-freeze.ts'
import { isQuotaError } from '#storage/database/storage-error.ts'
import { randomIds } from './system-clock.ts'
import { freedFact } from '#core/sync/fact-names.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'

export type DeviceWriter = { replica: Replica } & Pick<Device, 'saveFile' | 'tidy'>

export type DeviceWriterParts = {
  owner: string
  strict: DeviceDatabase
  relaxed: DeviceDatabase
  /** As the replica's own. */
  ready: () => Promise<void>
  reopen: (database: DeviceDatabase, dead: Connection) => Promise<void>
}

/** What changes the agent's data; reading needs none of it, so a screen that shows records does not wait for it. */
export function deviceWriter({ owner, strict, relaxed, ready, reopen }: DeviceWriterParts): DeviceWriter {
  return {
    replica: dexieReplica({ owner, strict, relaxed, ready, reopen, freeSpace: () => freeSpace(owner, relaxed) }),
    saveFile: async (source, names) => {
      for (;;) {
        try {
          return await againAfterFreeze(async () => {
            await ready()
            return saveFile(strict, randomIds.uuid(), source, names)
          })
        } catch (error) {
          if (!isQuotaError(error) || !(await freeSpace(owner, relaxed))) throw error
        }
      }
    },
    tidy: async (drafts) => {
      await deleteForgottenFiles(relaxed, Date.now() - forgottenAfterMs, drafts)
      await deleteSentFiles(relaxed, Date.now() - photosKeptMs)
    },
  }
}

/** A photo that was picked and is in no draft keeps its bytes for this long. */
const forgottenAfterMs = 14 * 24 * 60 * 60 * 1000

/**
 * Deletes what can be fetched again, one thing a call: the cache of photos as the server shows them; else the bytes of photos
 * that it has; else the mirror of other agents' listings, which `pull-feed.ts` fetches later. Never an operation, an
 * unsent photo or an own record (fault A6). Resolves to whether anything went.
 */
export async function freeSpace(agentId: string, database: DeviceDatabase): Promise<boolean> {
  // Without room the addresses of the photos may not be deleted, which must not end the freeing.
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
