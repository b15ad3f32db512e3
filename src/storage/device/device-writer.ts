import { photosKeptMs } from '#core/sync/operation.ts'
import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import { type Connection, type DeviceDatabase, connectionOf } from '#storage/database/device-database.ts'
import {
  deleteFiles,
  deleteForgottenFiles,
  deleteSentFiles,
  readFile,
  saveFile,
} from '#storage/database/file-pieces.ts'
import { countPageFreezes, retryAfterFreeze } from '#storage/database/page-freeze.ts'
import { StorageError, isConnectionLost, isQuotaError } from '#storage/database/storage-error.ts'
import { inTransaction } from '#storage/transaction/dexie-transaction.ts'
import { randomIds } from './system-clock.ts'
import { listingsFreedMetadataKey } from '#core/sync/metadata-keys.ts'
import { upgradeFigures } from '#storage/database/upgrade-exposure.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'

export type DeviceWriter = { replica: Replica } & Pick<Device, 'saveFile' | 'deleteUnneededFiles'>

export type DeviceWriterParts = {
  owner: string
  /** Two connections to one database: `strict` for saved work, `relaxed` for reads and for data that the server sent. */
  strict: DeviceDatabase
  relaxed: DeviceDatabase
  /** Resolves when the database can be used; rejects if this page can no longer use it. */
  ready: () => Promise<void>
  /** Reopens the database, unless it already has a new connection in place of `dead`; rejects if it is unusable afterwards. */
  reopen: (database: DeviceDatabase, dead: Connection) => Promise<void>
}

/** Returns the part of a device that changes the agent's data. Loaded separately, so that screens need not wait for it to read. */
export function deviceWriter(parts: DeviceWriterParts): DeviceWriter {
  const { owner, strict, relaxed, ready } = parts
  const replica = dexieReplica(parts)
  let upgrading: Promise<void> | null = null
  const upgraded = () =>
    (upgrading ??= upgradeFigures(relaxed, replica, Date.now()).catch(() => {
      // The figures stay where an older version stored them, and the next transaction tries again.
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

/** Implements the sync core's store on IndexedDB. */
function dexieReplica({ owner, strict, relaxed, ready, reopen }: DeviceWriterParts): Replica {
  async function attempt<Result>(database: DeviceDatabase, work: () => Promise<Result>): Promise<Result> {
    await ready()
    let isReopened = false
    let freezes = countPageFreezes()
    for (;;) {
      const connection = connectionOf(database)
      try {
        return await work()
      } catch (error) {
        // `work` may run twice without saving twice, because an operation's `opId` is permanent. The connection is reopened once, and
        // again after each page freeze (fault A24).
        if (isQuotaError(error)) {
          if (!(await makeRoom())) throw new StorageError('full', { cause: error })
        } else if (isConnectionLost(error)) {
          if (isReopened && countPageFreezes() === freezes) throw new StorageError('lost', { cause: error })
          isReopened = true
          freezes = countPageFreezes()
          await reopen(database, connection)
        } else throw error
      }
    }
  }

  /** Freeing space is retried like the work itself, so that a page freeze or a lost connection during it does not fail the work. */
  const makeRoom = (): Promise<boolean> =>
    attempt(relaxed, async () => {
      try {
        return await freeSpace(owner, relaxed)
      } catch (error) {
        if (isQuotaError(error)) return false
        throw error
      }
    })

  async function transact<Result>(
    database: DeviceDatabase,
    mode: 'r' | 'rw',
    work: (tx: ReplicaTransaction) => Promise<Result>,
    beforeDurableChange?: () => void,
  ): Promise<Result> {
    const { result, unneeded } = await attempt(database, () => inTransaction(database, mode, work, beforeDurableChange))
    // The transaction is committed even if this fails; `deleteForgottenFiles` finds the files later.
    if (unneeded.length > 0) await attempt(relaxed, () => deleteFiles(relaxed, unneeded)).catch(() => {})
    return result
  }

  return {
    owner,
    transact: async (mode, work) => {
      if (mode === 'read') return transact(relaxed, 'r', work)
      if (mode === 'refresh') {
        try {
          return await transact(relaxed, 'rw', work, requireDurability)
        } catch (error) {
          if (!(error instanceof NeedsDurability)) throw error
        }
      }
      return transact(strict, 'rw', work)
    },
    readFile: (file) => attempt(relaxed, () => readFile(relaxed, file)),
  }
}

/** Thrown before a relaxed transaction changes the outbox or stores a base: it is rolled back and runs again with strict durability. */
class NeedsDurability extends Error {
  override name = 'NeedsDurability'
}

function requireDurability(): never {
  throw new NeedsDurability()
}

/**
 * Deletes cached photos; if there are none, the bytes of sent photos; if there are none, the copies of other agents' listings. All of them
 * can be fetched again. Never deletes an operation, an unsent photo or a record of the agent (fault A6). Returns whether anything was deleted.
 */
export async function freeSpace(agentId: string, database: DeviceDatabase): Promise<boolean> {
  // On a full device, even a deletion from the photo cache may fail; continue with the next kind.
  if (await deletePhotoCache(agentId).catch(() => false)) return true
  if ((await deleteSentFiles(database, Date.now())) > 0) return true
  return database.transaction('rw', database.available_listings, database.facts, async () => {
    const rows = await database.available_listings.count()
    if (rows === 0) return false
    await database.available_listings.clear()
    await database.facts.put({ name: listingsFreedMetadataKey, value: Date.now() })
    return true
  })
}
