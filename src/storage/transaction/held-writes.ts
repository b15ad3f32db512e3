import type { Table } from 'dexie'

type Key = string | number | [string, string]

/**
 * The single writes of one transaction, held back until their table is read or the transaction ends, and then
 * handed over in one call for each table: every call costs more than the row in it.
 */
export type HeldWrites = {
  put: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key, value: Row) => void
  delete: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key) => void
  /** The table, with what was held back for it on its way before whatever is asked of it next. */
  in: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>) => Table<Row, TableKey, Insert>
  handOver: () => void
}

export function heldWrites(write: (writing: PromiseLike<unknown>) => void): HeldWrites {
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
