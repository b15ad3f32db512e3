import type { AttachedFile } from '#core/sync/operation.ts'
import type { Clock, Ids, Replica } from '#core/sync/ports.ts'
import { type DeviceDatabase, deviceDatabase } from './device-database.ts'
import { databaseName } from './device-name.ts'
import { dexieReplica } from './dexie-replica.ts'
import { deleteForgottenFiles, saveFile } from './file-pieces.ts'
import { freeSpace } from './free-space.ts'
import { type ListingSearch, listingSearch } from './listing-search.ts'
import { type OutboxMarks, outboxMarks } from './outbox-marks.ts'
import { StorageError, type StorageReason, isQuotaError } from './storage-error.ts'
import { randomIds, systemClock } from './system-clock.ts'

/** One agent's data on this device, and all that is needed to read and change it. */
export type Device = {
  /** The agent's id as text. */
  owner: string
  /** True when the database was made just now: the agent's first visit, or the browser had cleared it. */
  isNew: boolean
  /** For live queries. Writing goes through `replica`, so that row, base and operation stay together. */
  database: DeviceDatabase
  replica: Replica
  clock: Clock
  ids: Ids
  marks: OutboxMarks
  search: ListingSearch
  /** Copies a picked file into storage, whole and read back; rejects with a `StorageError` when it is not kept. */
  saveFile: (source: Blob, names: { fileName: string; mediaType: string }) => Promise<AttachedFile>
  /** Calls back once when this device's data cannot be used any more from this page; see `StorageReason`. */
  onTrouble: (listener: (reason: StorageReason) => void) => () => void
  /** Deletes photos that were picked long ago and never saved. For a quiet moment. */
  tidy: () => Promise<void>
  /** Ends every reader and writer of this page (fault D12). */
  close: () => void
}

/** Opens the agent's database, making it when it is new; rejects with a `StorageError`. Needs no network. */
export async function openDevice(agentId: string, name: string = databaseName(agentId)): Promise<Device> {
  const relaxed = deviceDatabase(name, 'relaxed')
  const strict = deviceDatabase(name, 'strict')
  const listeners = new Set<(reason: StorageReason) => void>()
  let trouble: StorageReason | null = null
  let recovering: Promise<void> = Promise.resolve()

  function fail(reason: StorageReason) {
    if (trouble !== null) return
    trouble = reason
    close()
    for (const listener of listeners) listener(reason)
  }

  function close() {
    search.close()
    relaxed.close({ disableAutoOpen: true })
    strict.close({ disableAutoOpen: true })
  }

  /** A database that was deleted meanwhile would be made anew and empty; the mark of its making tells (fault A22). */
  async function reopen(database: DeviceDatabase) {
    if (trouble !== null) throw new StorageError(trouble)
    database.close({ disableAutoOpen: false })
    try {
      await database.open()
      if ((await database.facts.get(madeFact)) !== undefined) return
    } catch (cause) {
      fail('lost')
      throw new StorageError('lost', { cause })
    }
    fail('gone')
    throw new StorageError('gone')
  }

  for (const database of [relaxed, strict]) {
    // An older tab must not hold up the upgrade or the deletion that another one waits for (fault A9).
    database.on('versionchange', (event) => fail(event.newVersion === null ? 'gone' : 'newer-version'))
    database.on('close', (event) => {
      // Our own closing is told with an event of Dexie's making; the browser's own says that the handle died.
      if (event instanceof CustomEvent || trouble !== null) return
      recovering = recovering.then(() => reopen(database)).catch(() => {})
    })
  }

  const search = listingSearch(relaxed)
  let isNew = false
  try {
    await relaxed.open()
    await strict.open()
    if (isNewer(strict)) throw new StorageError('newer-version')
    isNew = (await strict.facts.get(madeFact)) === undefined
    if (isNew) await strict.facts.put({ name: madeFact, value: { agent: agentId, at: Date.now() } })
  } catch (cause) {
    close()
    throw openingProblem(cause)
  }

  return {
    owner: agentId,
    isNew,
    database: relaxed,
    replica: dexieReplica({
      owner: agentId,
      strict,
      relaxed,
      ready: async () => {
        await recovering
        if (trouble !== null) throw new StorageError(trouble)
      },
      reopen,
      freeSpace: () => freeSpace(agentId, relaxed),
    }),
    clock: systemClock,
    ids: randomIds,
    marks: outboxMarks(relaxed),
    search,
    saveFile: async (source, names) => {
      const save = () => saveFile(strict, randomIds.uuid(), source, names)
      try {
        return await save()
      } catch (error) {
        if (!(error instanceof StorageError && error.reason === 'full')) throw error
        if (!(await freeSpace(agentId, relaxed))) throw error
        return await save()
      }
    },
    onTrouble: (listener) => {
      listeners.add(listener)
      if (trouble !== null) listener(trouble)
      return () => listeners.delete(listener)
    },
    tidy: async () => {
      await deleteForgottenFiles(relaxed, Date.now() - forgottenAfterMs)
    },
    close,
  }
}

/** Says that this database was made for this agent; missing in one that was deleted and made anew. */
const madeFact = 'device-made'

/** A photo in a draft keeps its bytes for this long. */
const forgottenAfterMs = 14 * 24 * 60 * 60 * 1000

/** A newer version of the page has changed the database's shape; nothing is deleted or taken back (fault A10). */
function isNewer(database: DeviceDatabase): boolean {
  // Dexie multiplies our version by ten, and opens newer ones without a word.
  return database.backendDB().version >= (database.verno + 1) * 10
}

function openingProblem(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(isQuotaError(cause) ? 'full' : 'refused', { cause })
}
