import { type Collection, Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Row } from '#core/sync/ports.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { type DeviceTables, mirrorTable } from '#storage/database/device-database.ts'

export type TransactionContext = {
  tables: DeviceTables
  /** Writes that were not issued to the database yet. */
  writeBuffer: WriteBuffer
  /** Registers a write that was issued; `written` waits for it. */
  write: (writing: PromiseLike<unknown>) => void
  /** Called before each change of the outbox. */
  touchOutbox: () => void
  /** The table with a kind's rows. */
  mirror: (entity: EntityName) => Table<Row, LocalKey>
  /** Issues all held writes and resolves when every write is done; rejects if one failed. */
  written: () => Promise<void>
}

export function transactionContext(tables: DeviceTables, touchOutbox: () => void): TransactionContext {
  const writes: PromiseLike<unknown>[] = []
  const write = (writing: PromiseLike<unknown>) => {
    writes.push(writing)
    // `written` reports a failure; until then, the rejection must not count as unhandled.
    writing.then(undefined, () => {})
  }
  const writeBuffer = createWriteBuffer(write)
  return {
    tables,
    writeBuffer,
    write,
    touchOutbox,
    mirror: (entity) => mirrorTable(tables, entity),
    written: async () => {
      writeBuffer.handOver()
      await Promise.all(writes)
    },
  }
}

/** A kind's entries of a table that is indexed by kind and key. */
export function ofKind<Stored, Key>(
  { writeBuffer }: TransactionContext,
  table: Table<Stored, Key>,
  entity: EntityName,
) {
  return writeBuffer.in(table).where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

const mostReadAtOnce = 2_000

/** Returns all entries in order, or null if there are too many: then single lookups are faster. */
export async function ifFew<Stored>(all: Collection<Stored, unknown>): Promise<Stored[] | null> {
  return (await all.count()) > mostReadAtOnce ? null : all.toArray()
}

type Key = string | number | [string, string]

/** Holds back writes until their table is read or the transaction ends: one call for many rows is faster than one for each. */
type WriteBuffer = {
  put: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key, value: Row) => void
  delete: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key) => void
  /** Returns the table after issuing its held writes, so that the next read sees them. */
  in: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>) => Table<Row, TableKey, Insert>
  /** Issues the held writes of all tables. */
  handOver: () => void
}

function createWriteBuffer(write: (writing: PromiseLike<unknown>) => void): WriteBuffer {
  const held = new Map<Table, Map<string, { key: Key; value: unknown }>>()

  function hold(table: Table, key: Key, value: unknown) {
    const some = held.get(table) ?? new Map<string, { key: Key; value: unknown }>()
    held.set(table, some.set(String(key), { key, value }))
  }

  function issueWrites(table: Table) {
    const some = held.get(table)
    if (some === undefined) return
    held.delete(table)
    const all = [...some.values()]
    const gone = all.filter(({ value }) => value === undefined).map(({ key }) => key)
    const put = all.filter(({ value }) => value !== undefined).map(({ value }) => value)
    const { runs, others } = findRuns(gone)
    for (const run of runs) write(table.where(':id').between(run[0], run.at(-1), true, true).delete())
    if (others.length > 0) write(table.bulkDelete(others))
    if (put.length > 0) write(table.bulkPut(put))
  }

  return {
    put: (table, key, value) => hold(table, key, value),
    delete: (table, key) => hold(table, key, undefined),
    in: (table) => {
      issueWrites(table)
      return table
    },
    handOver: () => {
      for (const table of held.keys()) issueWrites(table)
    },
  }
}

/** Finds runs of consecutive numbers, each of which can be deleted as one range. */
function findRuns(keys: readonly Key[]): { runs: number[][]; others: Key[] } {
  const all: number[][] = []
  const numbers = keys.filter((key) => typeof key === 'number')
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = all.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else all.push([number])
  }
  // Dexie counts a range before it deletes it: two calls, which pay off from three keys on.
  const runs = all.filter(({ length }) => length > 2)
  const inRuns = new Set<Key>(runs.flat())
  return { runs, others: keys.filter((key) => !inRuns.has(key)) }
}
