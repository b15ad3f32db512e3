import { type Collection, Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Row } from '#core/sync/ports.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { type DeviceTables, mirrorTable } from '#storage/database/device-database.ts'

export type TransactionContext = {
  tables: DeviceTables
  held: WriteBuffer
  /** Registers a running write; `written` waits for it. */
  write: (writing: PromiseLike<unknown>) => void
  /** Called before each change of the outbox. */
  touchOutbox: () => void
  mirror: (entity: EntityName) => Table<Row, LocalKey>
  written: () => Promise<void>
}

export function transactionContext(tables: DeviceTables, touchOutbox: () => void): TransactionContext {
  const writes: PromiseLike<unknown>[] = []
  const write = (writing: PromiseLike<unknown>) => {
    writes.push(writing)
    // `written` reports a rejection; until then it must not count as unhandled.
    writing.then(undefined, () => {})
  }
  const held = writeBuffer(write)
  return {
    tables,
    held,
    write,
    touchOutbox,
    mirror: (entity) => mirrorTable(tables, entity),
    written: async () => {
      held.handOver()
      await Promise.all(writes)
    },
  }
}

export function ofKind<Stored, Key>({ held }: TransactionContext, table: Table<Stored, Key>, entity: EntityName) {
  return held.in(table).where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

const mostReadAtOnce = 2_000

/** Returns all entries in order, or null if there are too many to load for a few lookups. */
export async function ifFew<Stored>(all: Collection<Stored, unknown>): Promise<Stored[] | null> {
  return (await all.count()) > mostReadAtOnce ? null : all.toArray()
}

type Key = string | number | [string, string]

/** Holds back writes until their table is read or the transaction ends, because a call costs more than writing a row. */
type WriteBuffer = {
  put: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key, value: Row) => void
  delete: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key) => void
  /** Returns the table after issuing its held writes, so that the next read sees them. */
  in: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>) => Table<Row, TableKey, Insert>
  handOver: () => void
}

function writeBuffer(write: (writing: PromiseLike<unknown>) => void): WriteBuffer {
  const held = new Map<Table, Map<string, { key: Key; value: unknown }>>()

  function hold(table: Table, key: Key, value: unknown) {
    const some = held.get(table) ?? new Map<string, { key: Key; value: unknown }>()
    held.set(table, some.set(String(key), { key, value }))
  }

  function handOverOf(table: Table) {
    const some = held.get(table)
    if (some === undefined) return
    held.delete(table)
    const all = [...some.values()]
    const gone = all.filter(({ value }) => value === undefined).map(({ key }) => key)
    const put = all.filter(({ value }) => value !== undefined).map(({ value }) => value)
    const { runs, others } = runsAmong(gone)
    for (const run of runs) write(table.where(':id').between(run[0], run.at(-1), true, true).delete())
    if (others.length > 0) write(table.bulkDelete(others))
    if (put.length > 0) write(table.bulkPut(put))
  }

  return {
    put: (table, key, value) => hold(table, key, value),
    delete: (table, key) => hold(table, key, undefined),
    in: (table) => {
      handOverOf(table)
      return table
    },
    handOver: () => {
      for (const table of held.keys()) handOverOf(table)
    },
  }
}

/** Finds runs of consecutive numbers, each of which one range deletion covers. */
function runsAmong(keys: readonly Key[]): { runs: number[][]; others: Key[] } {
  const all: number[][] = []
  const numbers = keys.filter((key) => typeof key === 'number')
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = all.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else all.push([number])
  }
  // A range deletion counts first, so it takes two calls and pays off only from three keys.
  const runs = all.filter(({ length }) => length > 2)
  const inRuns = new Set<Key>(runs.flat())
  return { runs, others: keys.filter((key) => !inRuns.has(key)) }
}
