import { Dexie, RangeSet } from 'dexie'
import type { Replica } from '#core/sync/ports.ts'
import { StorageError, type StorageReason, isConnectionLost, isQuotaError } from '#storage/database/storage-error.ts'
import type { Device } from '#storage/device/device.ts'
import {
  type Connection,
  type IndexedDbApi,
  type DeviceDatabase,
  connectionOf,
  deviceDatabase,
} from '#storage/database/device-database.ts'
import { databaseName } from '#storage/database/device-name.ts'
import type { DeviceWriter, DeviceWriterParts } from '#storage/device/device-writer.ts'
import { listingSearch, type LoadListingIndex } from '#storage/listings/listing-search.ts'
import { type LoadHeldOnDevice, outboxMarks } from '#storage/outbox/outbox-marks.ts'
import { retryAfterFreeze, isPageFrozen, onPageFreeze, untilPageReturns } from '#storage/database/page-freeze.ts'
import { randomIds, systemClock } from '#storage/device/system-clock.ts'

type OpeningDevice = {
  agentId: string
  /** The database's name; by default, that of this agent. */
  name?: string | undefined
  /** Returns the code that writes. A page fetches it with its first write; the service worker's bundle contains it. */
  loadWriter: () => Promise<{ deviceWriter: (parts: DeviceWriterParts) => DeviceWriter }>
  /** Returns the code that searches listings. */
  loadIndex: LoadListingIndex
  /** Loads the code that finds operations which a plain server cannot store. */
  loadHeldOnDevice: LoadHeldOnDevice
  /** The IndexedDB to use; by default, the browser's. */
  indexedDbApi?: IndexedDbApi
}

// One closure, because every part reads and changes whether the databases are closed, lost or being reopened.
// oxlint-disable max-lines-per-function
/** Opens the agent's device database, like `openDevice`; the caller says how to load the code for writing and searching. */
export async function openDeviceWith({
  agentId,
  name = databaseName(agentId),
  loadWriter,
  loadIndex,
  loadHeldOnDevice,
  indexedDbApi,
}: OpeningDevice): Promise<Device> {
  const relaxed = deviceDatabase(name, 'relaxed', indexedDbApi)
  const strict = deviceDatabase(name, 'strict', indexedDbApi)
  const listeners = new Set<(reason: StorageReason) => void>()
  let failure: StorageReason | null = null
  let isOpened = false
  let isClosed = false
  let isReopening = false
  /** Ends when all reopenings so far have ended; they run one after another. Never rejects. */
  let recovering: Promise<void> = Promise.resolve()

  /** `lost`: the connection died and cannot be reopened. `gone`: the database was deleted. `newer-version`: a newer app upgrades it. */
  function fail(reason: StorageReason) {
    if (failure !== null) return
    failure = reason
    close()
    for (const listener of listeners) listener(reason)
  }

  function close() {
    isClosed = true
    stopListening()
    search.close()
    relaxed.close({ disableAutoOpen: true })
    strict.close({ disableAutoOpen: true })
  }

  function reopen(database: DeviceDatabase, dead: Connection): Promise<void> {
    const reopened = recovering.then(() => reopenIfDead(database, dead))
    recovering = reopened.catch(() => {})
    return reopened
  }

  /** Reopens a database whose connection died. If it was deleted, opening creates an empty one, without `createdFact` (fault A22). */
  async function reopenIfDead(database: DeviceDatabase, dead: Connection) {
    await untilPageReturns()
    if (failure !== null) throw new StorageError(failure)
    // Work that still runs when the agent leaves must not recreate the deleted database.
    if (isClosed) throw new StorageError('lost')
    const current = connectionOf(database)
    if (current !== null && current !== dead) return
    let created: unknown
    try {
      created = await retryAfterFreeze(async () => {
        await openPatiently(database)
        return database.facts.get(createdFact)
      })
    } catch (cause) {
      fail('lost')
      throw new StorageError('lost', { cause })
    }
    if (created === undefined) fail('gone')
    else if (isNewer(database)) fail('newer-version')
    if (failure !== null) throw new StorageError(failure)
    if (database === relaxed) rerunLiveQueries()
  }

  /** Retries, because opening fails briefly while the browser clears the site's data. */
  async function openPatiently(database: DeviceDatabase, triesLeft = 3): Promise<void> {
    isReopening = true
    database.close({ disableAutoOpen: false })
    isReopening = false
    try {
      await database.open()
    } catch (cause) {
      await systemClock.sleep(300)
      if (triesLeft === 0 || isClosed || isPageFrozen()) throw cause
      await openPatiently(database, triesLeft - 1)
    }
  }

  let loading: Promise<DeviceWriter> | null = null

  /** Loads the writing code with the first change or exchange, soon after the first screen is shown. */
  function writer(): Promise<DeviceWriter> {
    if (loading !== null) return loading
    const ready = async () => {
      await recovering
      if (failure !== null) throw new StorageError(failure)
    }
    const load = loadWriter().then(({ deviceWriter }) =>
      deviceWriter({ owner: agentId, strict, relaxed, ready, reopen }),
    )
    loading = load
    load.catch(() => (loading = null))
    return load
  }

  for (const database of [relaxed, strict]) {
    // An older tab must not block another tab's upgrade or deletion (fault A9).
    database.on('versionchange', (event) => fail(event.newVersion === null ? 'gone' : 'newer-version'))
    database.on('close', () => {
      // Dexie reports our own closing, too, but only the browser's means that the connection died.
      if (!isOpened || isReopening || isClosed) return
      reopen(database, null).catch(() => {})
    })
  }

  // A frozen page's open connection would block an upgrade or a deletion; `reopen` waits for the page (fault A24).
  const stopListening = onPageFreeze(() => {
    for (const database of [relaxed, strict]) database.close({ disableAutoOpen: false })
  })

  const search = listingSearch(relaxed, loadIndex)
  let isNew = false
  const openBoth = () =>
    retryAfterFreeze(async () => {
      await relaxed.open()
      await strict.open()
      if (isNewer(strict)) throw new StorageError('newer-version')
      isNew = (await strict.facts.get(createdFact)) === undefined
      if (isNew) await strict.facts.put({ name: createdFact, value: { agent: agentId, at: Date.now() } })
      else await proveWritable(relaxed)
    })
  try {
    // Retry once: a process suspended during the opening finds its transaction aborted (fault A25).
    await openBoth().catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
      return openBoth()
    })
    isOpened = true
  } catch (cause) {
    close()
    throw openingProblem(cause)
  }

  const replica: Replica = {
    owner: agentId,
    transact: async (mode, work) => (await writer()).replica.transact(mode, work),
    readFile: async (file) => (await writer()).replica.readFile(file),
  }
  return {
    owner: agentId,
    isNew,
    database: relaxed,
    replica,
    syncReplica: replica,
    onlineOnly: null,
    clock: systemClock,
    ids: randomIds,
    marks: outboxMarks(relaxed, loadHeldOnDevice),
    search,
    saveFile: async (source, names) => (await writer()).saveFile(source, names),
    onStorageFailure: (listener) => {
      listeners.add(listener)
      if (failure !== null) listener(failure)
      return () => listeners.delete(listener)
    },
    deleteUnneededFiles: async (drafts) => (await writer()).deleteUnneededFiles(drafts),
    close,
  }
}

// oxlint-enable max-lines-per-function

/** Signals that everything has changed: live queries that failed with the connection run again only after a change. */
function rerunLiveQueries(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
}

/** Metadata key, written when the app creates the database; missing if the browser deleted it and opening created an empty one. */
const createdFact = 'device-made'

/** Throws if the storage opens but refuses writes (fault A7). Full storage is accepted, because its data stays usable. */
async function proveWritable(database: DeviceDatabase): Promise<void> {
  try {
    await database.facts.put({ name: 'last-opened', value: Date.now() })
  } catch (cause) {
    if (!isQuotaError(cause)) throw cause
  }
}

/** Whether a newer version of the app has upgraded the database; nothing is deleted or downgraded (fault A10). */
function isNewer(database: DeviceDatabase): boolean {
  // Dexie multiplies our version by ten, and opens newer ones without an error.
  return database.backendDB().version >= (database.verno + 1) * 10
}

function openingProblem(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(isQuotaError(cause) ? 'full' : 'refused', { cause })
}
