import { Dexie, RangeSet } from 'dexie'
import type { Replica } from '#core/sync/ports.ts'
import { StorageError, type StorageReason, isConnectionLost, isQuotaError } from '#storage/database/storage-error.ts'
import type { Device } from '#storage/device/device.ts'
import {
  type Connection,
  type DatabaseHome,
  type DeviceDatabase,
  connectionOf,
  deviceDatabase,
} from '#storage/database/device-database.ts'
import { databaseName } from '#storage/database/device-name.ts'
import type { DeviceWriter, DeviceWriterParts } from '#storage/device/device-writer.ts'
import { listingSearch, type LoadListingIndex } from '#storage/listings/listing-search.ts'
import { type LoadKeptOperations, outboxMarks } from '#storage/outbox/outbox-marks.ts'
import { againAfterFreeze, isPageFrozen, onPageFreeze, untilPageReturns } from '#storage/database/page-freeze.ts'
import { randomIds, systemClock } from '#storage/device/system-clock.ts'

type OpeningDevice = {
  agentId: string
  name?: string | undefined
  /** The page fetches this code when it first writes, the worker carries it. */
  loadWriter: () => Promise<{ deviceWriter: (parts: DeviceWriterParts) => DeviceWriter }>
  loadIndex: LoadListingIndex
  loadKept: LoadKeptOperations
  home?: DatabaseHome
}

// One state that every part of it asks and changes: whether the databases are closed, lost or being opened again.
// oxlint-disable max-lines-per-function
/** As `openDevice`, for contexts that carry the writing code themselves. */
export async function openDeviceWith({
  agentId,
  name = databaseName(agentId),
  loadWriter,
  loadIndex,
  loadKept,
  home,
}: OpeningDevice): Promise<Device> {
  const relaxed = deviceDatabase(name, 'relaxed', home)
  const strict = deviceDatabase(name, 'strict', home)
  const listeners = new Set<(reason: StorageReason) => void>()
  let trouble: StorageReason | null = null
  let isOpened = false
  let isClosed = false
  let isReopening = false
  /** All reopenings, one after the other; never rejects. */
  let recovering: Promise<void> = Promise.resolve()

  function fail(reason: StorageReason) {
    if (trouble !== null) return
    trouble = reason
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

  /** A database that was deleted in the meantime would be created again, empty; its creation mark shows it (fault A22). */
  async function reopenIfDead(database: DeviceDatabase, dead: Connection) {
    await untilPageReturns()
    if (trouble !== null) throw new StorageError(trouble)
    // What still runs when the agent leaves must not create the deleted database again.
    if (isClosed) throw new StorageError('lost')
    const current = connectionOf(database)
    if (current !== null && current !== dead) return
    let made: unknown
    try {
      made = await againAfterFreeze(async () => {
        await openPatiently(database)
        return database.facts.get(madeFact)
      })
    } catch (cause) {
      fail('lost')
      throw new StorageError('lost', { cause })
    }
    if (made === undefined) fail('gone')
    else if (isNewer(database)) fail('newer-version')
    if (trouble !== null) throw new StorageError(trouble)
    if (database === relaxed) readAgain()
  }

  /** While the browser clears the site's data, opening fails for a moment; then it shows what has happened. */
  async function openPatiently(database: DeviceDatabase, triesLeft = 3): Promise<void> {
    isReopening = true
    database.close({ disableAutoOpen: false })
    isReopening = false
    try {
      await database.open()
    } catch (cause) {
      await systemClock.sleep(300)
      // The agent may have left in the meantime, and the deleted database must not be created again.
      if (triesLeft === 0 || isClosed || isPageFrozen()) throw cause
      await openPatiently(database, triesLeft - 1)
    }
  }

  let loading: Promise<DeviceWriter> | null = null

  /** Loaded by the first change or exchange, which begins soon after the first screen stands. */
  function writer(): Promise<DeviceWriter> {
    if (loading !== null) return loading
    const ready = async () => {
      await recovering
      if (trouble !== null) throw new StorageError(trouble)
    }
    const load = loadWriter().then(({ deviceWriter }) =>
      deviceWriter({ owner: agentId, strict, relaxed, ready, reopen }),
    )
    loading = load
    // The next call tries again.
    load.catch(() => (loading = null))
    return load
  }

  for (const database of [relaxed, strict]) {
    // An older tab must not hold up the upgrade or the deletion that another one waits for (fault A9).
    database.on('versionchange', (event) => fail(event.newVersion === null ? 'gone' : 'newer-version'))
    database.on('close', () => {
      // Dexie reports our own closing in the same way as the browser's, which says that the handle died.
      if (!isOpened || isReopening || isClosed) return
      reopen(database, null).catch(() => {})
    })
  }

  // An open connection of a frozen page would hold up an upgrade or a deletion; `reopen` waits for the page (fault A24).
  const stopListening = onPageFreeze(() => {
    for (const database of [relaxed, strict]) database.close({ disableAutoOpen: false })
  })

  const search = listingSearch(relaxed, loadIndex)
  let isNew = false
  const openBoth = () =>
    againAfterFreeze(async () => {
      await relaxed.open()
      await strict.open()
      if (isNewer(strict)) throw new StorageError('newer-version')
      isNew = (await strict.facts.get(madeFact)) === undefined
      if (isNew) await strict.facts.put({ name: madeFact, value: { agent: agentId, at: Date.now() } })
      else await proveWritable(relaxed)
    })
  try {
    // Once more: a process that was suspended while it opened finds its transaction ended (fault A25).
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
    marks: outboxMarks(relaxed, loadKept),
    search,
    saveFile: async (source, names) => (await writer()).saveFile(source, names),
    onTrouble: (listener) => {
      listeners.add(listener)
      if (trouble !== null) listener(trouble)
      return () => listeners.delete(listener)
    },
    tidy: async (drafts) => (await writer()).tidy(drafts),
    close,
  }
}

// oxlint-enable max-lines-per-function

/** Live queries that ended with a connection wait for a change; this is one of everything. */
function readAgain(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
}

/** Says that this database was created for this agent; missing in one that was deleted and created again. */
const madeFact = 'device-made'

/** A store may open and still refuse what is written (fault A7). A full one is no such store: what it holds stays usable. */
async function proveWritable(database: DeviceDatabase): Promise<void> {
  try {
    await database.facts.put({ name: 'last-opened', value: Date.now() })
  } catch (cause) {
    if (!isQuotaError(cause)) throw cause
  }
}

/** A newer version of the page has changed the database's shape; nothing is deleted or taken back (fault A10). */
function isNewer(database: DeviceDatabase): boolean {
  // Dexie multiplies our version by ten, and opens newer ones without a word.
  return database.backendDB().version >= (database.verno + 1) * 10
}

function openingProblem(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(isQuotaError(cause) ? 'full' : 'refused', { cause })
}
