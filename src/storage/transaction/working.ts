import { type Collection, Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Row } from '#core/sync/ports.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { type DeviceTables, mirrorTable } from '#storage/database/device-database.ts'

/** What the verbs of one transaction share. */
export type Working = {
  tables: DeviceTables
  held: HeldWrites
  /** Notes a write that is on its way; `written` waits for it. */
  write: (writing: PromiseLike<unknown>) => void
  /** Called before any change of the outbox. */
  touchOutbox: () => void
  /** The mirror of a kind of record. */
  mirror: (entity: EntityName) => Table<Row, LocalKey>
  written: () => Promise<void>
}

export function workingOn(tables: DeviceTables, touchOutbox: () => void): Working {
  const writes: PromiseLike<unknown>[] = []
  const write = (writing: PromiseLike<unknown>) => {
    writes.push(writing)
    // Told by `written`; a rejection must not count as unheard in the meantime.
    writing.then(undefined, () => {})
  }
  const held = heldWrites(write)
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

/** What a table has of one kind of record. */
export function ofKind<Stored, Key>({ held }: Working, table: Table<Stored, Key>, entity: EntityName) {
  return held.in(table).where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

const mostReadAtOnce = 2_000

/** All of it, in order; null where that is too much to be read for a few. */
export async function ifFew<Stored>(all: Collection<Stored, unknown>): Promise<Stored[] | null> {
  return (await all.count()) > mostReadAtOnce ? null : all.toArray()
}

type Key = string | number | [string, string]

/**
 * The single writes of one transaction, held back until their table is read or the transaction ends, and then
 * handed over in one call for each table: every call costs more than the row in it.
 */
type HeldWrites = {
  put: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key, value: Row) => void
  delete: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key) => void
  /** The table, with what was held back for it on its way before whatever is asked of it next. */
  in: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>) => Table<Row, TableKey, Insert>
  handOver: () => void
}

function heldWrites(write: (writing: PromiseLike<unknown>) => void): HeldWrites {
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

/** Whole numbers that follow each other without a gap, which one call deletes together, and the keys beside them. */
function runsAmong(keys: readonly Key[]): { runs: number[][]; others: Key[] } {
  const all: number[][] = []
  const numbers = keys.filter((key) => typeof key === 'number')
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = all.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else all.push([number])
  }
  // Deleting a range counts it first, so that two calls must take the place of more.
  const runs = all.filter(({ length }) => length > 2)
  const inRuns = new Set<Key>(runs.flat())
  return { runs, others: keys.filter((key) => !inRuns.has(key)) }
}
