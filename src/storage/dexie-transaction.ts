import { Dexie } from 'dexie'
import type { EntityName } from '#core/sync/entities.ts'
import type { Json } from '#core/sync/json.ts'
import type { NewOperation, Operation } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { readStoredOperation } from '#core/sync/upgrade-operation.ts'
import { type DeviceDatabase, mirrorTable } from './device-database.ts'

/** The sync core's verbs over a running Dexie transaction. `touchOutbox` is called before any change of the outbox. */
export function dexieTransaction(database: DeviceDatabase, touchOutbox: () => void): ReplicaTransaction {
  const mirror = (entity: EntityName) => mirrorTable(database, entity)
  return {
    row: (entity, key) => mirror(entity).get(key),
    rows: (entity, keys) => mirror(entity).bulkGet(keys),
    rowKeys: (entity) => mirror(entity).toCollection().primaryKeys(),
    rowsReferringTo: (entity, field, key) => mirror(entity).where(`${field}_key`).equals(key).toArray(),
    putRows: async (entity, rows) => {
      await mirror(entity).bulkPut(rows)
    },
    deleteRows: (entity, keys) => mirror(entity).bulkDelete(keys),

    base: (entity, key) => database.bases.get([entity, key]),
    putBase: async (base) => {
      touchOutbox()
      await database.bases.put(base)
    },
    deleteBase: (entity, key) => database.bases.delete([entity, key]),

    operation: async (seq) => readable([await database.outbox.get(seq)])[0],
    operationByOpId: async (opId) => readable([await database.outbox.get({ opId })])[0],
    // Records of one index value come in the order of their primary key, which is `seq`.
    chain: (entity, key) => database.outbox.where('[entity+key]').equals([entity, key]).toArray(readable),
    operations: async (afterSeq, limit) => {
      const found: Operation[] = []
      for (let after = afterSeq; found.length < limit;) {
        const wanted = limit - found.length
        const page = await database.outbox.where(':id').above(after).limit(wanted).toArray()
        found.push(...readable(page))
        // An unreadable entry leaves a gap that later ones fill, so that a short page always means the end.
        if (page.length < wanted) break
        after = page.at(-1)?.seq ?? after
      }
      return found
    },
    operationCount: () => database.outbox.count(),
    keysWithOperations: async (entity) => {
      const all = database.outbox.where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
      const keys = (await all.uniqueKeys()) as unknown as [EntityName, string][]
      return new Set(keys.map(([, key]) => key))
    },
    addOperation: (operation: NewOperation) => {
      touchOutbox()
      return (database.outbox as unknown as Dexie.Table<NewOperation, number>).add(operation)
    },
    putOperation: async (operation) => {
      touchOutbox()
      await database.outbox.put(operation)
    },
    deleteOperations: async (seqs) => {
      touchOutbox()
      await database.outbox.bulkDelete(seqs)
    },
    quarantineUnreadable: async (at) => {
      const found: { seq: number; raw: unknown; error: string }[] = []
      await database.outbox.each((raw, { primaryKey }) => {
        const read = readStoredOperation(raw)
        if ('unreadable' in read) found.push({ seq: primaryKey, raw, error: read.unreadable })
      })
      if (found.length === 0) return 0
      touchOutbox()
      await database.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))
      await database.outbox.bulkDelete(found.map(({ seq }) => seq))
      return found.length
    },

    aliasOfKey: (entity, key) => database.aliases.get([entity, key]),
    aliasOfId: (entity, id) => database.aliases.get({ entity, id }),
    aliases: (entity) =>
      database.aliases.where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey]).toArray(),
    putAlias: async (alias) => {
      await database.aliases.put(alias)
    },

    fact: async <Value extends Json>(name: string) => (await database.facts.get(name))?.value as Value | undefined,
    putFact: async (name, value) => {
      await database.facts.put({ name, value })
    },

    addToJournal: async (entry) => {
      await database.journal.add(entry)
    },
    journalSince: (settledAt) =>
      database.journal
        .where('settledAt')
        .aboveOrEqual(settledAt)
        .toArray((entries) => entries.map(({ number: _number, ...entry }) => entry)),
    deleteJournalBefore: async (settledAt) => {
      await database.journal.where('settledAt').below(settledAt).delete()
    },
  }
}

/** The operations among them that this version can read, brought forward from older formats. */
function readable(stored: readonly unknown[]): Operation[] {
  return stored.flatMap((raw) => {
    if (raw === undefined) return []
    const read = readStoredOperation(raw)
    return 'operation' in read ? [read.operation] : []
  })
}
