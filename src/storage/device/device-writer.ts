import { photosKeptMs } from '#core/sync/pulling/photos-kept.ts'
import type { Replica } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import type { Connection, DeviceDatabase } from '#storage/database/device-database.ts'
import { dexieReplica } from '#storage/transaction/dexie-replica.ts'
import { deleteForgottenFiles, deleteSentFiles, saveFile } from '#storage/database/file-pieces.ts'
import { freeSpace } from './free-space.ts'
import { againAfterFreeze } from '#storage/database/page-freeze.ts'
import { isQuotaError } from '#storage/database/storage-error.ts'
import { randomIds } from './system-clock.ts'

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
