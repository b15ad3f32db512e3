import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { AttachedFile } from '#core/sync/operation.ts'
import type { Replica } from '#core/sync/ports.ts'
import { type DeviceDatabase, deviceDatabase } from '#storage/device-database.ts'
import { dexieReplica } from '#storage/dexie-replica.ts'
import { saveFile } from '#storage/file-pieces.ts'
import { memoryReplica } from '#tests/support/memory-replica.ts'

/** Where a device's data stand, whatever becomes of the pages that use them. */
export type StoreHome = {
  /** The store as a new process finds it; what an earlier one had open is closed. */
  open: () => Promise<Replica>
  keepFile: (word: string) => Promise<AttachedFile>
  /** What stands in the attention table. */
  unreadable: () => Promise<number>
  /** True while a transaction runs. */
  isBusy: () => boolean
}

export type StoreKind = 'memory' | 'dexie'

export function storeHome(kind: StoreKind, owner: string): StoreHome {
  return kind === 'memory' ? inMemory(owner) : onIndexedDb(owner)
}

function inMemory(owner: string): StoreHome {
  const replica = memoryReplica(owner)
  return {
    open: async () => replica,
    keepFile: async (word) => {
      const file = { blobKey: word, fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 1, sha256: word }
      replica.keepFile(file, new Uint8Array([1]))
      return file
    },
    unreadable: async () => replica.unreadable().length,
    // Its transactions are nothing but promises.
    isBusy: () => false,
  }
}

/** Dexie on fake-indexeddb; a factory of its own for each home, so that nothing is left between two runs. */
function onIndexedDb(owner: string): StoreHome {
  const home = { indexedDB: new IDBFactory(), IDBKeyRange }
  let databases: DeviceDatabase[] = []
  let running = 0

  async function whileRunning<Result>(work: () => Promise<Result>): Promise<Result> {
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }

  async function open(): Promise<Replica> {
    for (const database of databases) database.close({ disableAutoOpen: true })
    const relaxed = deviceDatabase('crashing', 'relaxed', home)
    const strict = deviceDatabase('crashing', 'strict', home)
    databases = [relaxed, strict]
    await whileRunning(async () => {
      await relaxed.open()
      await strict.open()
    })
    const refused = () => Promise.reject(new Error('The connection was closed under a page that lives.'))
    const replica = dexieReplica({
      owner,
      strict,
      relaxed,
      ready: async () => {},
      reopen: refused,
      freeSpace: async () => false,
    })
    return {
      owner,
      transact: (mode, work) => whileRunning(() => replica.transact(mode, work)),
      readFile: (file) => whileRunning(() => replica.readFile(file)),
    }
  }

  return {
    open,
    keepFile: (word) =>
      whileRunning(async () => {
        const [relaxed] = databases as [DeviceDatabase]
        return saveFile(relaxed, word, new Blob([word]), { fileName: 'a.jpg', mediaType: 'image/jpeg' })
      }),
    unreadable: () => whileRunning(() => (databases as [DeviceDatabase])[0].attention.count()),
    isBusy: () => running > 0,
  }
}
