import type { Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { NewOperation, Operation, LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction, IdMapping, Base, Row } from '#core/sync/ports.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'
import { recordQueueCache, readCache } from './read-cache.ts'
import { ifFew, ofKind, type TransactionContext } from './transaction-context.ts'
import { keyField } from '#core/kinds/key-field.ts'

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
export function outboxVerbs(context: TransactionContext): OutboxVerbs {
  const { tables, writeBuffer, touchOutbox } = context
  const outbox = () => writeBuffer.in(tables.outbox)
  // `ifFew` returns null for a long list, which is then read one record at a time.
  const queues = recordQueueCache(async (entity) => {
    const all = await ifFew(ofKind(context, tables.outbox, entity))
    return all && readable(all)
  })
  return {
    operation: async (seq) => (await queues.operation(seq)) ?? readable([await outbox().get(seq)])[0],
    operationByOpId: async (opId) => readable([await outbox().get({ opId })])[0],
    // Entries with one index value are ordered by primary key, which is `seq`.
    recordQueue: (entity, key) =>
      queues.get(entity, key, () => outbox().where('[entity+key]').equals([entity, key]).toArray(readable)),
    operations: async (afterSeq, limit) => {
      const found: Operation[] = []
      for (let after = afterSeq; found.length < limit;) {
        const missing = limit - found.length
        const page = await outbox().where(':id').above(after).limit(missing).toArray()
        found.push(...readable(page))
        // Reads on in place of unreadable entries, so that a short result always means the end of the outbox.
        if (page.length < missing) break
        after = page.at(-1)?.seq ?? after
      }
      return found
    },
    operationsInState: (state) => outbox().where('state').equals(state).toArray(readable),
    operationCount: () => outbox().count(),
    keysWithOperations: async (entity) => {
      const keys = (await ofKind(context, tables.outbox, entity).uniqueKeys()) as unknown as [EntityName, string][]
      return new Set(keys.map(([, key]) => key))
    },
    addOperation: async (operation: NewOperation) => {
      touchOutbox()
      const seq = await (outbox() as unknown as Table<NewOperation, number>).add(operation)
      queues.put({ ...operation, seq })
      return seq
    },
    putOperation: async (operation) => {
      touchOutbox()
      queues.put(operation)
      writeBuffer.put(tables.outbox, operation.seq, operation)
    },
    deleteOperations: async (seqs) => {
      touchOutbox()
      for (const seq of seqs) {
        queues.remove(seq)
        writeBuffer.delete(tables.outbox, seq)
      }
    },
  }
}

const batchSize = 500

/** Moves operations that this version cannot read to the `attention` table; returns how many. */
export async function quarantineUnreadable(
  { tables, writeBuffer, touchOutbox }: TransactionContext,
  at: number,
): Promise<number> {
  const outbox = writeBuffer.in(tables.outbox)
  const found: { seq: number; raw: unknown; error: string }[] = []
  for (let after = 0; ;) {
    const page = outbox.where(':id').above(after).limit(batchSize)
    const [raws, seqs] = await Promise.all([page.toArray(), page.primaryKeys()])
    for (const [index, seq] of seqs.entries()) {
      const read = readStoredOperation(raws[index])
      if ('unreadable' in read) found.push({ seq, raw: raws[index], error: read.unreadable })
    }
    if (seqs.length < batchSize) break
    after = seqs.at(-1) ?? after
  }
  if (found.length === 0) return 0
  touchOutbox()
  await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))
  await tables.outbox.bulkDelete(found.map(({ seq }) => seq))
  return found.length
}

/** Returns the operations that this version can read, upgraded from older formats. */
function readable(stored: readonly unknown[]): Operation[] {
  return stored.flatMap((raw) => {
    if (raw === undefined) return []
    const read = readStoredOperation(raw)
    return 'operation' in read ? [read.operation] : []
  })
}

type RowVerbs = Pick<ReplicaTransaction, 'row' | 'rows' | 'rowKeys' | 'rowsReferringTo' | 'putRows' | 'deleteRows'>

/** Returns the methods of a transaction that read and write rows. `mirror` returns the table with a kind's rows. */
export function rowVerbs({ writeBuffer, mirror, write }: TransactionContext): RowVerbs {
  const rows = readCache<Row>(async (entity) => {
    const all = await ifFew(writeBuffer.in(mirror(entity)).toCollection())
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
export function baseVerbs(context: TransactionContext): Pick<ReplicaTransaction, 'base' | 'putBase' | 'deleteBase'> {
  const { tables, writeBuffer, touchOutbox } = context
  const bases = readCache<Base>(async (entity) => {
    const all = await ifFew(ofKind(context, tables.bases, entity))
    return all && all.map((base) => [base.key, base])
  })
  return {
    base: (entity, key) => bases.get(entity, key, () => writeBuffer.in(tables.bases).get([entity, key])),
    putBase: async (base) => {
      touchOutbox()
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
export function aliasVerbs(
  context: TransactionContext,
): Pick<ReplicaTransaction, 'mappingOfKey' | 'mappingOfId' | 'mappings' | 'putMapping'> {
  const { tables, writeBuffer } = context
  const aliases = readCache<IdMapping>(async (entity) => {
    const all = await ifFew(ofKind(context, tables.aliases, entity))
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
      const holder = await verbs.mappingOfId(entity, id)
      // The cached lookup by the key's previous id is now wrong.
      if (before !== undefined && before.id !== id) aliases.forget()
      aliases.set(entity, key, alias)
      aliases.set(entity, `id ${id}`, holder ?? alias)
      writeBuffer.put(tables.aliases, [entity, key], alias)
    },
  }
  return verbs
}
