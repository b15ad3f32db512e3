import { type DBCore, type DBCoreTable, Dexie, type Middleware, type Table, type Transaction } from 'dexie'
import type { EntityName } from '#core/sync/entities.ts'
import type { Json } from '#core/sync/json.ts'
import type { Alias, Base, Row } from '#core/sync/ports.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import type { JournalRow } from './journal-rows.ts'
import type {
  AppointmentRow,
  AvailableListingRow,
  ClientRow,
  ListingImageRow,
  ListingRow,
  OpenHouseRow,
  OpenHouseVisitRow,
  PropertyRow,
  ShowingRow,
  TourRow,
} from './rows.ts'

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

/** Everything that one agent has on this device. Features read it through live queries and write through the sync core. */
export type DeviceDatabase = Dexie & DeviceTables

export type DeviceTables = {
  clients: Table<ClientRow, LocalKey>
  listings: Table<ListingRow, LocalKey>
  properties: Table<PropertyRow, LocalKey>
  listing_images: Table<ListingImageRow, LocalKey>
  available_listings: Table<AvailableListingRow, LocalKey>
  showings: Table<ShowingRow, LocalKey>
  open_houses: Table<OpenHouseRow, LocalKey>
  open_house_visits: Table<OpenHouseVisitRow, LocalKey>
  appointments: Table<AppointmentRow, LocalKey>
  tours: Table<TourRow, LocalKey>
  bases: Table<Base, [EntityName, LocalKey]>
  outbox: Table<Operation, number>
  aliases: Table<Alias, [EntityName, LocalKey]>
  facts: Table<{ name: string; value: Json }, string>
  journal: Table<JournalRow, number>
  attention: Table<UnreadableOperation, number>
  blobs: Table<FilePiece, [string, number]>
}

/** Where databases stand; the browser's own store unless something else is given. */
export type DatabaseHome = { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange }

/**
 * `strict` waits until the disk has it, for everything the agent was told is saved (fault A4);
 * `relaxed` is for what can be fetched again. Both may be open at once: live queries see either.
 */
export function deviceDatabase(
  name: string,
  durability: 'strict' | 'relaxed',
  home: DatabaseHome = {},
): DeviceDatabase {
  // Opened by hand: by itself Dexie would make a deleted database anew, empty, under the open page (fault A22).
  const options = { chromeTransactionDurability: durability, autoOpen: false, ...home }
  const database = new Dexie(name, options) as DeviceDatabase
  database.use(rememberedTables)
  // A new version of the shape gets a new line below this one; released lines never change (fault J1).
  database.version(1).stores({
    clients: 'key, created_at, category',
    listings: 'key, created_at, listing_price, status, property_key',
    properties: 'key, address',
    listing_images: 'key, listing_key',
    available_listings: 'key',
    showings: 'key, listing_key, showing_date',
    open_houses: 'key, listing_key, date',
    open_house_visits: 'key, listing_key, open_house_key',
    appointments: 'key, date',
    tours: 'key, tour_date, created_at',
    bases: '[entity+key]',
    outbox: '++seq, &opId, [entity+key], [entity+key+state], state',
    aliases: '[entity+key], [entity+id]',
    facts: 'name',
    journal: '++number, settledAt, opId',
    attention: '++number',
    blobs: '[blobKey+index]',
  })
  // The journal has rows of many entries (`journal-rows.ts`); a tab that does not know them must not read on.
  database.version(2).stores({})
  return database
}

/** Where the mirror of each kind of record is. */
export const tableNames = {
  client: 'clients',
  listing: 'listings',
  property: 'properties',
  listing_image: 'listing_images',
  available_listing: 'available_listings',
  showing: 'showings',
  open_house: 'open_houses',
  open_house_visit: 'open_house_visits',
  appointment: 'appointments',
  tour: 'tours',
} as const satisfies Record<EntityName, string>

/** The mirror of one kind of record, as the sync core sees it: any row. */
export function mirrorTable(tables: DeviceTables, entity: EntityName): Table<Row, LocalKey> {
  return tables[tableNames[entity]] as unknown as Table<Row, LocalKey>
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
