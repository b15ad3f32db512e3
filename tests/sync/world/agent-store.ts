import './fast-machine.ts'
import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange, forceCloseDatabase } from 'fake-indexeddb'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { AttachedFile, Operation } from '#core/sync/operation.ts'
import type { Base, Replica, Row } from '#core/sync/ports.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import { memoryReplica } from '#tests/support/memory-replica.ts'
import { type Page, openPage, extraPage } from './page.ts'

export type Connection = {
  replica: Replica
  saveFile: (bytes: Uint8Array<ArrayBuffer>) => Promise<AttachedFile>
  close: () => void
}

/** One agent's data on one device, and the failures that can befall it. */
export type AgentStore = {
  connect: (page: Page) => Promise<Connection>
  /** The stored contents, read without the store's own code. */
  rows: (entity: EntityName) => Row[]
  operations: () => Operation[]
  bases: () => Base[]
  unreadable: () => unknown[]
  /** All outbox entries, including unreadable ones. */
  rawOperations: () => unknown[]
  /** Whether the agent's data was ever opened on this device. */
  isOpened: () => boolean
  fileKeys: () => string[]
  isFull: boolean
  /** Whether the store only models IndexedDB, so that the ports imitate what a browser does to its transactions. */
  isModel: boolean
  /** The browser's storage process ends, which closes every open handle. */
  loseConnections: () => void
  /** A newer version of the client upgrades the database; older tabs have to close. */
  upgrade: () => Promise<void>
  storeRaw: (raw: Record<string, unknown>) => Promise<void>
  wipe: () => Promise<void>
  /** Reads and writes every table without changing anything, as another page does. */
  visit: () => Promise<void>
}

const names = { fileName: 'house.jpg', mediaType: 'image/jpeg' }

/** The same behavior in memory, eight times as fast. */
export function memoryStore(agent: string): AgentStore {
  let replica = memoryReplica(agent)
  let isOpened = false
  const full = () => Promise.reject(new StorageError('full'))
  const connection: Connection = {
    replica: {
      owner: agent,
      transact: (mode, work) =>
        replica.transact(mode, async (transaction) => {
          const result = await work(transaction)
          return store.isFull && mode !== 'read' ? await full() : result
        }),
      readFile: (file) => replica.readFile(file),
    },
    saveFile: async (bytes) => {
      if (store.isFull) return full()
      const blobKey = `file-${bytes.join('-')}`
      const file = { blobKey, ...names, byteLength: bytes.byteLength, sha256: blobKey }
      replica.keepFile(file, bytes)
      return file
    },
    close: () => {},
  }
  const store: AgentStore = {
    isFull: false,
    isModel: true,
    connect: async () => {
      isOpened = true
      return connection
    },
    rows: (entity) => replica.allRows(entity),
    operations: () => replica.allOperations(),
    bases: () => replica.allBases(),
    unreadable: () => replica.unreadable().map(({ raw }) => raw),
    rawOperations: () => replica.storedOperations(),
    isOpened: () => isOpened,
    fileKeys: () => replica.fileKeys(),
    loseConnections: () => {},
    upgrade: async () => {},
    storeRaw: async (raw) => replica.storeRaw(raw),
    wipe: async () => {
      replica = memoryReplica(agent)
      isOpened = false
    },
    visit: async () => void (await replica.transact('write', (transaction) => transaction.operationCount())),
  }
  return store
}

type RawStore = {
  records: { values: () => Iterable<{ value: unknown }> }
  storeRecord?: (record: unknown, isNew: boolean, undoing?: unknown[]) => unknown
}

/** The internals of fake-indexeddb that can be read synchronously. */
type Inside = {
  _databases: Map<
    string,
    {
      connections: IDBDatabase[]
      rawObjectStores: Map<string, RawStore>
    }
  >
}

const databaseName = 'device'

// oxlint-disable-next-line max-lines-per-function -- one shared state, with a line or two for each event
export function dexieStore(agent: string): AgentStore {
  let factory = new IDBFactory()
  let shape = 0
  let isFull = false
  const inside = () => (factory as unknown as Inside)._databases.get(databaseName)
  const stored = <Value>(table: string): Value[] =>
    [...(inside()?.rawObjectStores.get(table)?.records.values() ?? [])].map(({ value }) => value as Value)
  const open = ({ code, process }: Page) =>
    code.openDeviceWith({
      agentId: agent,
      name: databaseName,
      loadWriter: async () => code.deviceWriter,
      loadHeldOnDevice: () => import('#storage/outbox/held-on-device.ts'),
      loadIndex: () => import('#storage/listings/listing-index.ts'),
      indexedDbApi: { indexedDB: process.factoryOf(shapedFactory(factory, shape)), IDBKeyRange },
    })

  return {
    isModel: false,
    get isFull() {
      return isFull
    },
    set isFull(now) {
      isFull = now
      for (const store of inside()?.rawObjectStores.values() ?? []) {
        // The request fails, and with it the whole transaction (fault A6).
        if (isFull) store.storeRecord = refuse
        else delete store.storeRecord
      }
    },
    connect: async (page) => {
      const device = await open(page)
      return {
        replica: device.replica,
        saveFile: (bytes) => device.saveFile({ arrayBuffer: async () => bytes.buffer } as Blob, names),
        close: device.close,
      }
    },
    rows: (entity) => stored<Row>(kinds[entity].table),
    operations: () => stored<Operation>('outbox'),
    bases: () => stored<Base>('bases'),
    unreadable: () => stored<{ raw: unknown }>('attention').map(({ raw }) => raw),
    rawOperations: () => stored<unknown>('outbox'),
    isOpened: () => inside() !== undefined,
    fileKeys: () => stored<{ blobKey: string }>('blobs').map(({ blobKey }) => blobKey),
    loseConnections: () => {
      for (const connection of inside()?.connections ?? []) forceCloseDatabase(connection as never)
    },
    upgrade: async () => {
      shape += 1
      const device = await open(openPage(extraPage))
      device.close()
    },
    storeRaw: async (raw) => {
      const device = await open(openPage(extraPage))
      await device.database.outbox.add(raw as never)
      device.close()
    },
    wipe: async () => {
      factory = new IDBFactory()
      shape = 0
    },
    visit: () => visit(factory),
  }
}

/** Opens the database without the client's code, which could be frozen itself. */
async function visit(factory: IDBFactory): Promise<void> {
  const database = await settled(factory.open(databaseName))
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
  await settled(transaction.objectStore('outbox').count())
  database.close()
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}

/** Refuses new records, but not those that an aborted transaction restores. */
function refuse(this: RawStore, record: unknown, isNew: boolean, undoing?: unknown[]): unknown {
  if (undoing !== undefined) throw new DOMException('There is no room.', 'QuotaExceededError')
  return (Object.getPrototypeOf(this) as Required<RawStore>).storeRecord.call(this, record, isNew, undoing)
}

/** Opens databases with a higher version than the released client's. */
function shapedFactory(factory: IDBFactory, shape: number): IDBFactory {
  return new Proxy(factory, {
    get: (target, name) => {
      if (name === 'open') {
        return (database: string, version?: number) =>
          version === undefined ? target.open(database) : target.open(database, version + shape)
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
