import { type DBCore, type DBCoreTable, Dexie, type Middleware, type Table, type Transaction } from 'dexie'
import { entityNames, type EntityName, kinds, type TableOf } from '#core/kinds/all-kinds.ts'
import type { Json } from '#core/contract/json.ts'
import type { IdMapping, Base, Row } from '#core/sync/ports.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { freezableIndexedDb } from './indexed-db.ts'
import type { JournalRow } from './journal-rows.ts'
import type { RowOf } from './rows.ts'

/** At most 1 MiB of a file (fault I6). Piece 0 also says how many there are and when the file was picked. */
export type FilePiece = {
  blobKey: string
  index: number
  bytes: Uint8Array<ArrayBuffer>
  pieces: number
  savedAt: number
}

/** A stored operation that cannot be read, kept as it was found until the agent decides (fault A11). */
export type UnreadableOperation = { number?: number; raw: unknown; error: string; at: number }

/** The mirror of each kind of record. */
type MirrorTables = { [Entity in EntityName as TableOf<Entity>]: Table<RowOf[Entity], LocalKey> }

/** Everything that one agent has on this device. Features read it through live queries and write through the sync core. */
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

/** Where databases are; the browser's own store unless something else is given. */
export type DatabaseHome = { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange }

/** The same store, as a page uses it that may be frozen at any moment. */
export function freezableHome(home: DatabaseHome): DatabaseHome {
  return { ...home, indexedDB: freezableIndexedDb(home.indexedDB) }
}

/**
 * `strict` waits until the disk has it, for everything that a screen calls saved (fault A4);
 * `relaxed` is for what can be fetched again. Both may be open at once: live queries see either.
 */
export function deviceDatabase(
  name: string,
  durability: 'strict' | 'relaxed',
  home: DatabaseHome = {},
): DeviceDatabase {
  // Opened by hand: by itself Dexie would make a deleted database anew, empty, under the open page (fault A22).
  const options = { chromeTransactionDurability: durability, autoOpen: false, ...freezableHome(home) }
  const database = new Dexie(name, options) as DeviceDatabase
  database.use(rememberedTables)
  // A new version of the shape, a new kind of record for one, gets a new line below; released lines never change (fault J1).
  database.version(1).stores({
    ...indexesSince(1),
    bases: '[entity+key]',
    outbox: '++seq, &opId, [entity+key], [entity+key+state], state',
    aliases: '[entity+key], [entity+id]',
    facts: 'name',
    journal: '++number, settledAt, opId',
    attention: '++number',
    blobs: '[blobKey+index]',
  })
  // The journal has rows of many entries (`journal-rows.ts`); a tab that does not know them must not read on.
  database.version(2).stores(indexesSince(2))
  // What was said to clients, and what is to be done for them.
  database.version(3).stores(indexesSince(3))
  // What the agent needs at the door of a home.
  database.version(4).stores(indexesSince(4))
  // Which listings are homes of other brokers.
  database.version(5).stores(indexesSince(5))
  return database
}

/** The browser's own connection below a database; null while there is none. */
export type Connection = IDBDatabase | null

export function connectionOf(database: DeviceDatabase): Connection {
  return database.isOpen() ? database.backendDB() : null
}

/** What a version of the database brought for the mirrors. */
function indexesSince(version: number): Record<string, string> {
  const tables = entityNames.map((entity) => kinds[entity])
  return Object.fromEntries(
    tables.flatMap(({ table, indexes }) => (version in indexes ? [[table, indexes[version]!]] : [])),
  )
}

/** The mirror of one kind of record, as the sync core sees it: any row. */
export function mirrorTable(tables: DeviceTables, entity: EntityName): Table<Row, LocalKey> {
  return tables[kinds[entity].table as TableOf<EntityName>] as unknown as Table<Row, LocalKey>
}

/**
 * The tables inside one transaction, each made when it is first asked for. Dexie's own way finds the running transaction by
 * following `await`s, which it cannot follow into everything, such as async generators; these know theirs.
 */
export function tablesOf(transaction: Transaction): DeviceTables {
  return new Proxy({} as DeviceTables, { get: (_, name) => transaction.table(String(name)) })
}

/** Dexie builds a table anew, with all layers over it, for each transaction that uses it; that took longer than the writing. */
const rememberedTables: Middleware<DBCore> = {
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
