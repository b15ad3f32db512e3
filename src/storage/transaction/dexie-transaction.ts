import type { Table } from 'dexie'
import type { Json } from '#core/contract/json.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { keyField } from '#core/kinds/key-field.ts'
import type { JournalEntry, LocalKey, NewOperation, Operation } from '#core/sync/operation.ts'
import type { Base, IdMapping, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { type DeviceDatabase, type DeviceTables, mirrorTable, tablesOf } from '#storage/database/device-database.ts'
import { entriesOf, journalRows } from '#storage/database/journal-rows.ts'
import {
  type WriteBuffer,
  copyOf,
  createWriteBuffer,
  readIfFew,
  ofKind,
  readCache,
  recordQueueCache,
} from './transaction-buffers.ts'
import { quarantineUnreadable, readableOperations } from './unreadable-operations.ts'

/** Runs `work` in one transaction. `unneeded` lists files to delete after the commit, because the `blobs` table is not part of the transaction. */
export async function inTransaction<Result>(
  database: DeviceDatabase,
  mode: 'r' | 'rw',
  work: (tx: ReplicaTransaction) => Promise<Result>,
  beforeDurableChange: () => void = () => {},
): Promise<{ result: Result; unneeded: string[] }> {
  const names = database.tables.map(({ name }) => name).filter((name) => name !== 'blobs')
  return await database.transaction(mode, names, async (transaction) => {
    const { store, written, unneeded } = dexieTransaction(tablesOf(transaction), beforeDurableChange)
    const result = await work(store)
    await written()
    return { result, unneeded }
  })
}

/** Implements the sync core's methods on a running transaction. `written` awaits buffered writes. */
function dexieTransaction(
  tables: DeviceTables,
  beforeDurableChange: () => void,
): { store: ReplicaTransaction; written: () => Promise<void>; unneeded: string[] } {
  const context = transactionContext(tables, beforeDurableChange)
  const journal = journalVerbs(context)
  const unneeded: string[] = []
  const store: ReplicaTransaction = {
    ...rowVerbs(context),
    ...baseVerbs(context),
    ...aliasVerbs(context),
    ...outboxVerbs(context),
    ...factVerbs(context),
    ...journal.verbs,
    quarantineUnreadable: (at) => quarantineUnreadable(context, at),
    deleteFiles: async (blobKeys) => void unneeded.push(...blobKeys),
  }
  return {
    store,
    unneeded,
    written: () => {
      journal.flush()
      return context.written()
    },
  }
}

type TransactionContext = {
  tables: DeviceTables
  /** Holds writes that were not issued to the database yet. */
  writeBuffer: WriteBuffer
  /** Registers a write that was issued to the database; `written` waits for it. */
  write: (writing: PromiseLike<unknown>) => void
  /** Called before each change of the outbox, and before a base is stored: these changes must be durable. */
  beforeDurableChange: () => void
  /** The table with a kind's rows. */
  mirror: (entity: EntityName) => Table<Row, LocalKey>
  /** Issues all held writes and resolves when every write is done; rejects if one failed. */
  written: () => Promise<void>
}

function transactionContext(tables: DeviceTables, beforeDurableChange: () => void): TransactionContext {
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
    beforeDurableChange,
    mirror: (entity) => mirrorTable(tables, entity),
    written: async () => {
      writeBuffer.flush()
      await Promise.all(writes)
    },
  }
}

type RowVerbs = Pick<ReplicaTransaction, 'row' | 'rows' | 'rowKeys' | 'rowsReferringTo' | 'putRows' | 'deleteRows'>

/** Returns the methods of a transaction that read and write rows. `mirror` returns the table with a kind's rows. */
function rowVerbs({ writeBuffer, mirror, write }: TransactionContext): RowVerbs {
  const rows = readCache<Row>(async (entity) => {
    const all = await readIfFew(writeBuffer.in(mirror(entity)).toCollection())
    return all && all.map((row) => [row.key, row])
  })
  return {
    row: (entity, key) => rows.get(entity, key, () => writeBuffer.in(mirror(entity)).get(key)),
    rows: (entity, keys) => rowsAmong(writeBuffer.in(mirror(entity)), keys),
    rowKeys: (entity) => writeBuffer.in(mirror(entity)).toCollection().primaryKeys(),
    rowsReferringTo: (entity, field, key) =>
      writeBuffer.in(mirror(entity)).where(keyField(field)).equals(key).toArray(),
    putRows: async (entity, changed) => {
      if (changed.length > 1) {
        rows.forget()
        write(writeBuffer.in(mirror(entity)).bulkPut(changed))
        return
      }
      for (const row of changed) {
        rows.set(entity, row.key, row)
        writeBuffer.put(mirror(entity), row.key, row)
      }
    },
    deleteRows: async (entity, keys) => {
      for (const key of keys) {
        rows.set(entity, key, undefined)
        writeBuffer.delete(mirror(entity), key)
      }
    },
  }
}

/** Returns the rows in the order of `keys`; undefined for a missing row. */
async function rowsAmong(table: Table<Row, LocalKey>, keys: LocalKey[]): Promise<(Row | undefined)[]> {
  if (keys.length === 0) return []
  const inOrder = keys.toSorted()
  // Try one range read first: `bulkGet` costs a trip to another process per key, and a new device has few of the rows.
  const between = await table.where(':id').between(inOrder[0], inOrder.at(-1), true, true).limit(keys.length).toArray()
  const byKey = new Map(between.map((row) => [row.key, row]))
  const rows = keys.map((key) => byKey.get(key))
  // Other rows in the range may have used up the limit.
  if (between.length === keys.length && rows.includes(undefined)) return table.bulkGet(keys)
  return rows
}

/** Returns the methods of a transaction that read and write bases. */
function baseVerbs(context: TransactionContext): Pick<ReplicaTransaction, 'base' | 'putBase' | 'deleteBase'> {
  const { tables, writeBuffer, beforeDurableChange } = context
  const bases = readCache<Base>(async (entity) => {
    const all = await readIfFew(ofKind(context, tables.bases, entity))
    return all && all.map((base) => [base.key, base])
  })
  return {
    base: (entity, key) => bases.get(entity, key, () => writeBuffer.in(tables.bases).get([entity, key])),
    putBase: async (base) => {
      beforeDurableChange()
      bases.set(base.entity, base.key, base)
      writeBuffer.put(tables.bases, [base.entity, base.key], base)
    },
    deleteBase: async (entity, key) => {
      bases.set(entity, key, undefined)
      writeBuffer.delete(tables.bases, [entity, key])
    },
  }
}

/** Returns the methods of a transaction that read and write id mappings. */
function aliasVerbs(
  context: TransactionContext,
): Pick<ReplicaTransaction, 'mappingOfKey' | 'mappingOfId' | 'mappings' | 'putMapping'> {
  const { tables, writeBuffer } = context
  const aliases = readCache<IdMapping>(async (entity) => {
    const all = await readIfFew(ofKind(context, tables.aliases, entity))
    const byKey = all?.map((alias) => [alias.key, alias] as const)
    return byKey ? [...byKey, ...byKey.map(([, alias]) => [`id ${alias.id}`, alias] as const)] : null
  })
  const verbs: ReturnType<typeof aliasVerbs> = {
    mappingOfKey: (entity, key) => aliases.get(entity, key, () => writeBuffer.in(tables.aliases).get([entity, key])),
    mappingOfId: (entity, id) =>
      aliases.get(entity, `id ${id}`, () => writeBuffer.in(tables.aliases).get({ entity, id })),
    mappings: (entity) => ofKind(context, tables.aliases, entity).toArray(),
    putMapping: async (alias) => {
      const { entity, key, id } = alias
      const before = await verbs.mappingOfKey(entity, key)
      const existingOfId = await verbs.mappingOfId(entity, id)
      // The cached lookup by the key's previous id is now wrong.
      if (before !== undefined && before.id !== id) aliases.forget()
      aliases.set(entity, key, alias)
      // If another key already has this id, a lookup by id still finds that key.
      aliases.set(entity, `id ${id}`, existingOfId ?? alias)
      writeBuffer.put(tables.aliases, [entity, key], alias)
    },
  }
  return verbs
}

type OutboxVerbs = Pick<
  ReplicaTransaction,
  | 'operation'
  | 'operationByOpId'
  | 'recordQueue'
  | 'operations'
  | 'operationsInState'
  | 'operationCount'
  | 'keysWithOperations'
  | 'addOperation'
  | 'putOperation'
  | 'deleteOperations'
>

/** Returns the methods of a transaction that read and write the outbox. */
function outboxVerbs(context: TransactionContext): OutboxVerbs {
  const { tables, writeBuffer, beforeDurableChange } = context
  const outbox = () => writeBuffer.in(tables.outbox)
  // `readIfFew` returns null for a long list, which is then read one record at a time.
  const queues = recordQueueCache(async (entity) => {
    const all = await readIfFew(ofKind(context, tables.outbox, entity))
    return all && readableOperations(all)
  })
  return {
    operation: async (seq) => (await queues.operation(seq)) ?? readableOperations([await outbox().get(seq)])[0],
    operationByOpId: async (opId) => readableOperations([await outbox().get({ opId })])[0],
    // Entries with one index value are ordered by primary key, which is `seq`.
    recordQueue: (entity, key) =>
      queues.get(entity, key, () => outbox().where('[entity+key]').equals([entity, key]).toArray(readableOperations)),
    operations: async (afterSeq, limit) => {
      const found: Operation[] = []
      for (let after = afterSeq; found.length < limit;) {
        const missing = limit - found.length
        const page = await outbox().where(':id').above(after).limit(missing).toArray()
        found.push(...readableOperations(page))
        // Reads on in place of unreadable entries, so that a short result always means the end of the outbox.
        if (page.length < missing) break
        after = page.at(-1)?.seq ?? after
      }
      return found
    },
    operationsInState: (state) => outbox().where('state').equals(state).toArray(readableOperations),
    operationCount: () => outbox().count(),
    keysWithOperations: async (entity) => {
      const keys = (await ofKind(context, tables.outbox, entity).uniqueKeys()) as unknown as [EntityName, string][]
      return new Set(keys.map(([, key]) => key))
    },
    addOperation: async (operation: NewOperation) => {
      beforeDurableChange()
      const seq = await (outbox() as unknown as Table<NewOperation, number>).add(operation)
      queues.put({ ...operation, seq })
      return seq
    },
    putOperation: async (operation) => {
      beforeDurableChange()
      queues.put(operation)
      writeBuffer.put(tables.outbox, operation.seq, operation)
    },
    deleteOperations: async (seqs) => {
      beforeDurableChange()
      for (const seq of seqs) {
        queues.remove(seq)
        writeBuffer.delete(tables.outbox, seq)
      }
    },
  }
}

function factVerbs({ tables, writeBuffer }: TransactionContext): Pick<ReplicaTransaction, 'meta' | 'setMeta'> {
  const facts = new Map<string, Json | undefined>()
  return {
    meta: async <Value extends Json>(name: string) => {
      if (!facts.has(name)) facts.set(name, (await writeBuffer.in(tables.facts).get(name))?.value)
      return copyOf(facts.get(name)) as Value | undefined
    },
    setMeta: async (name, value) => {
      facts.set(name, copyOf(value))
      writeBuffer.put(tables.facts, name, { name, value })
    },
  }
}

type JournalVerbs = Pick<ReplicaTransaction, 'addToJournal' | 'journalSince' | 'deleteJournalBefore'>

/** Buffers new entries until the journal is read or the transaction ends. */
function journalVerbs({ tables, write }: TransactionContext): { verbs: JournalVerbs; flush: () => void } {
  let buffered: JournalEntry[] = []

  function flush(): void {
    if (buffered.length > 0) write(tables.journal.bulkAdd(journalRows(buffered)))
    buffered = []
  }

  const verbs: JournalVerbs = {
    addToJournal: async (entry) => {
      buffered.push(entry)
    },
    journalSince: async (settledAt) => {
      flush()
      // Sorted by number, not by time: the clock may have been set in between (fault J9).
      const found = await tables.journal.where('settledAt').aboveOrEqual(settledAt).sortBy('number')
      return found.flatMap(entriesOf).filter((entry) => entry.settledAt >= settledAt)
    },
    deleteJournalBefore: async (settledAt, version) => {
      flush()
      const settled = tables.journal.where('settledAt').below(settledAt)
      write(settled.filter((row) => entriesOf(row).every((entry) => (entry.version ?? 0) <= version)).delete())
    },
  }
  return { verbs, flush }
}
