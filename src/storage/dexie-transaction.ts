import { Dexie } from 'dexie'
import type { EntityName } from '#core/sync/entities.ts'
import type { Json } from '#core/sync/json.ts'
import type { NewOperation } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
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

    operation: (seq) => database.outbox.get(seq),
    operationByOpId: (opId) => database.outbox.get({ opId }),
    // Records of one index value come in the order of their primary key, which is `seq`.
    chain: (entity, key) => database.outbox.where('[entity+key]').equals([entity, key]).toArray(),
    operations: (afterSeq, limit) => database.outbox.where(':id').above(afterSeq).limit(limit).toArray(),
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
