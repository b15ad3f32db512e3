import { type Collection, Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { groupBy } from '#core/sync/groups.ts'

/** Caches what one transaction has read: every database call goes to another process, and an edit repeats the same reads. */
type ReadCache<Value> = {
  /** Returns a copy of the cached value. If none is cached, calls `read` and caches its result. */
  get: (entity: EntityName, key: LocalKey, read: () => PromiseLike<Value | undefined>) => Promise<Value | undefined>
  set: (entity: EntityName, key: LocalKey, value: Value | undefined) => void
  /** Changes a value if it is cached. */
  change: (entity: EntityName, key: LocalKey, change: (value: Value | undefined) => Value) => void
  forget: () => void
}

/** Up to this many records of a kind are read one by one; the next read loads all records of the kind. */
const maxSingleReads = 3

/** Returns an empty cache. `readAll` returns all values of a kind, or null if there are too many; values that are already cached are not replaced. */
export function readCache<Value>(
  readAll: (entity: EntityName) => Promise<readonly (readonly [LocalKey, Value])[] | null> = async () => null,
): ReadCache<Value> {
  const values = new Map<string, Value | undefined>()
  const readCounts = new Map<EntityName, number>()
  const completeKinds = new Set<EntityName>()
  const cacheKey = (entity: EntityName, key: LocalKey) => `${entity} ${key}`
  const isCached = (entity: EntityName, key: LocalKey) => completeKinds.has(entity) || values.has(cacheKey(entity, key))

  async function cacheKind(entity: EntityName): Promise<void> {
    const all = await readAll(entity)
    if (all === null) return
    completeKinds.add(entity)
    for (const [key, value] of all) if (!values.has(cacheKey(entity, key))) values.set(cacheKey(entity, key), value)
  }

  return {
    get: async (entity, key, read) => {
      if (!isCached(entity, key)) {
        const reads = (readCounts.get(entity) ?? 0) + 1
        readCounts.set(entity, reads)
        if (reads === maxSingleReads + 1) await cacheKind(entity)
      }
      if (!isCached(entity, key)) values.set(cacheKey(entity, key), await read())
      return copyOf(values.get(cacheKey(entity, key)))
    },
    set: (entity, key, value) => {
      values.set(cacheKey(entity, key), copyOf(value))
    },
    change: (entity, key, change) => {
      if (isCached(entity, key)) values.set(cacheKey(entity, key), change(values.get(cacheKey(entity, key))))
    },
    forget: () => {
      for (const cached of [values, readCounts, completeKinds]) cached.clear()
    },
  }
}

/** Returns a deep copy like `structuredClone`, several times faster for plain data. */
export function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy as Value
}

/**
 * Caches the operations that a transaction has read, by record and by `seq`. `readAll` returns all operations of a kind in order, or null if there
 * are too many.
 */
export function recordQueueCache(readAll: (entity: EntityName) => Promise<Operation[] | null>) {
  const recordOf = new Map<number, { entity: EntityName; key: LocalKey }>()
  const queues = readCache<Operation[]>(async (entity) => {
    const all = await readAll(entity)
    return all && [...groupBy(all.map(withRecordNoted), ({ key }) => key)]
  })

  function withRecordNoted(operation: Operation): Operation {
    const { seq, entity, key } = operation
    recordOf.set(seq, { entity, key })
    return operation
  }

  function remove(seq: number): void {
    const record = recordOf.get(seq)
    if (record === undefined) return
    recordOf.delete(seq)
    queues.change(record.entity, record.key, (queue = []) => queue.filter((operation) => operation.seq !== seq))
  }

  return {
    get: async (entity: EntityName, key: LocalKey, read: () => PromiseLike<Operation[]>): Promise<Operation[]> =>
      ((await queues.get(entity, key, read)) ?? []).map(withRecordNoted),
    /** Returns undefined if the operation is not cached, whether it exists or not. */
    operation: async (seq: number): Promise<Operation | undefined> => {
      const record = recordOf.get(seq)
      const queue = record && (await queues.get(record.entity, record.key, async () => []))
      return queue?.find((operation) => operation.seq === seq)
    },
    put: (operation: Operation): void => {
      const { entity, key, seq } = operation
      remove(seq)
      queues.change(entity, key, (queue = []) => {
        withRecordNoted(operation)
        return [...queue, copyOf(operation)].sort((one, other) => one.seq - other.seq)
      })
    },
    remove,
  }
}

/** A kind's entries of a table that is indexed by kind and key. */
export function ofKind<Stored, Key>(
  { writeBuffer }: { writeBuffer: WriteBuffer },
  table: Table<Stored, Key>,
  entity: EntityName,
) {
  return writeBuffer.in(table).where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

const maxReadAtOnce = 2_000

/** Returns all entries in order, or null if there are too many: then single lookups are faster. */
export async function readIfFew<Stored>(all: Collection<Stored, unknown>): Promise<Stored[] | null> {
  return (await all.count()) > maxReadAtOnce ? null : all.toArray()
}

type Key = string | number | [string, string]

/** Holds back writes until their table is read or the transaction ends: one call for many rows is faster than one for each. */
export type WriteBuffer = {
  put: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key, value: Row) => void
  delete: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>, key: Key) => void
  /** Returns the table after issuing its held writes, so that the next read sees them. */
  in: <Row, TableKey, Insert>(table: Table<Row, TableKey, Insert>) => Table<Row, TableKey, Insert>
  /** Issues the held writes of all tables. */
  flush: () => void
}

/** `write` receives each issued write, which is awaited before the transaction ends. */
export function createWriteBuffer(write: (writing: PromiseLike<unknown>) => void): WriteBuffer {
  const held = new Map<Table, Map<string, { key: Key; value: unknown }>>()

  function hold(table: Table, key: Key, value: unknown) {
    const tableWrites = held.get(table) ?? new Map<string, { key: Key; value: unknown }>()
    held.set(table, tableWrites.set(String(key), { key, value }))
  }

  function issueWrites(table: Table) {
    const tableWrites = held.get(table)
    if (tableWrites === undefined) return
    held.delete(table)
    const all = [...tableWrites.values()]
    const deletedKeys = all.filter(({ value }) => value === undefined).map(({ key }) => key)
    const put = all.filter(({ value }) => value !== undefined).map(({ value }) => value)
    const { runs, others } = findRuns(deletedKeys)
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
    flush: () => {
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
