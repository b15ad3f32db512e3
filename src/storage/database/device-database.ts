import { type DBCore, type DBCoreTable, Dexie, type Middleware, type Table, type Transaction } from 'dexie'
import { entityNames, type EntityName, kinds, type TableOf } from '#core/kinds/all-kinds.ts'
import type { Json } from '#core/contract/json.ts'
import type { IdMapping, Base, Row } from '#core/sync/ports.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { freezableIndexedDb } from './freezable-indexed-db.ts'
import type { JournalRow } from './journal-rows.ts'
import type { RowOf } from './rows.ts'

/** At most 1 MiB of a file (fault I6). `pieces`: the number of pieces of the file. `savedAt`: when the file was picked. */
export type FilePiece = {
  blobKey: string
  index: number
  bytes: Uint8Array<ArrayBuffer>
  pieces: number
  savedAt: number
}

/** An operation that this version cannot read, stored as it was (`raw`) until the agent decides (fault A11). `at`: when it was found. */
export type UnreadableOperation = { number?: number; raw: unknown; error: string; at: number }

/** The tables of rows, one for each kind. */
type MirrorTables = { [Entity in EntityName as TableOf<Entity>]: Table<RowOf[Entity], LocalKey> }

/** Everything that one agent has on this device. Features read it with live queries and write through the sync core. */
export type DeviceDatabase = Dexie & DeviceTables

export type DeviceTables = MirrorTables & {
  bases: Table<Base, [EntityName, LocalKey]>
  outbox: Table<Operation, number>
  aliases: Table<IdMapping, [EntityName, LocalKey]>
  facts: Table<{ name: string; value: Json }, string>
  journal: Table<JournalRow, number>
  attention: Table<UnreadableOperation, number>
  blobs: Table<FilePiece, [string, number]>
}

/** The IndexedDB implementation; by default the browser's. */
export type IndexedDbApi = { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange }

/** Returns the same implementation with transactions that end when the browser freezes the page (fault A24). */
export function freezableIndexedDbApi(api: IndexedDbApi): IndexedDbApi {
  return { ...api, indexedDB: freezableIndexedDb(api.indexedDB) }
}

/**
 * Returns a database that is not open yet. `strict` transactions wait for the disk and are for everything that a screen calls saved (fault
 * A4). `relaxed` is for data that can be fetched again. Both may be open at once, and live queries see the writes of both.
 */
export function deviceDatabase(
  name: string,
  durability: 'strict' | 'relaxed',
  indexedDbApi: IndexedDbApi = {},
): DeviceDatabase {
  // Opened only explicitly: Dexie's `autoOpen` would create an empty database in place of one that another tab has deleted (fault A22).
  const options = { chromeTransactionDurability: durability, autoOpen: false, ...freezableIndexedDbApi(indexedDbApi) }
  const database = new Dexie(name, options) as DeviceDatabase
  database.use(cachedTables)
  // A changed table or a new kind gets a new version. Released versions never change (fault J1).
  database.version(1).stores({
    ...indexesAddedIn(1),
    bases: '[entity+key]',
    outbox: '++seq, &opId, [entity+key], [entity+key+state], state',
    aliases: '[entity+key], [entity+id]',
    facts: 'name',
    journal: '++number, settledAt, opId',
    attention: '++number',
    blobs: '[blobKey+index]',
  })
  // From version 2 on, a row of the journal has many entries (`journal-rows.ts`), which older versions of the app cannot read.
  database.version(2).stores(indexesAddedIn(2))
  database.version(3).stores(indexesAddedIn(3))
  database.version(4).stores(indexesAddedIn(4))
  database.version(5).stores(indexesAddedIn(5))
  // `upgrade-exposure.ts` fills the new table before the first transaction of `deviceWriter`: here, its code would slow each start.
  database.version(6).stores(indexesAddedIn(6))
  return database
}

/** The browser's connection to a database; null while there is none. */
export type Connection = IDBDatabase | null

export function connectionOf(database: DeviceDatabase): Connection {
  return database.isOpen() ? database.backendDB() : null
}

function indexesAddedIn(version: number): Record<string, string> {
  const tables = entityNames.map((entity) => kinds[entity])
  return Object.fromEntries(
    tables.flatMap(({ table, indexesByDatabaseVersion }) =>
      version in indexesByDatabaseVersion ? [[table, indexesByDatabaseVersion[version]!]] : [],
    ),
  )
}

/** Returns the table of a kind's rows, which screens read. */
export function mirrorTable(tables: DeviceTables, entity: EntityName): Table<Row, LocalKey> {
  return tables[kinds[entity].table as TableOf<EntityName>] as unknown as Table<Row, LocalKey>
}

/**
 * Returns the tables of one transaction. The tables of the database find their transaction by following `await`s, which fails in async
 * generators.
 */
export function tablesOf(transaction: Transaction): DeviceTables {
  return new Proxy({} as DeviceTables, { get: (_, name) => transaction.table(String(name)) })
}

/** Without this, Dexie builds each table again for every transaction, which took longer than the writing. */
const cachedTables: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'remembered tables',
  level: 100,
  create: (core) => {
    const tables = new Map<string, DBCoreTable>()
    return {
      ...core,
      table: (name) => {
        const table = tables.get(name) ?? core.table(name)
        tables.set(name, table)
        return table
      },
    }
  },
}
