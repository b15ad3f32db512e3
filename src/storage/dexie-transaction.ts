import { Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/sync/entities.ts'
import type { Json } from '#core/sync/json.ts'
import type { NewOperation, Operation } from '#core/sync/operation.ts'
import type { Alias, Base, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { readStoredOperation } from '#core/sync/upgrade-operation.ts'
import { type DeviceTables, mirrorTable } from './device-database.ts'
import { rememberedReads, withOperation } from './remembered-reads.ts'

/**
 * The sync core's verbs over a running Dexie transaction. `touchOutbox` is called before any change of the outbox.
 * Writes are handed over and not waited for one by one; later reads of the same transaction come after them. `written`
 * resolves when all of them are done.
 */
export function dexieTransaction(
  tables: DeviceTables,
  touchOutbox: () => void,
): { store: ReplicaTransaction; written: () => Promise<void> } {
  const writes: PromiseLike<unknown>[] = []
  const write = (writing: PromiseLike<unknown>) => {
    writes.push(writing)
    // Told by `written`; a rejection must not count as unheard in the meantime.
    writing.then(undefined, () => {})
  }
  const mirror = (entity: EntityName) => mirrorTable(tables, entity)
  const rows = rememberedReads<Row | undefined>()
  const bases = rememberedReads<Base | undefined>()
  const chains = rememberedReads<Operation[]>()
  const aliases = rememberedReads<Alias | undefined>()
  const store: ReplicaTransaction = {
    row: (entity, key) => rows.get(entity, key, () => mirror(entity).get(key)),
    rows: (entity, keys) => mirror(entity).bulkGet(keys),
    rowKeys: (entity) => mirror(entity).toCollection().primaryKeys(),
    rowsReferringTo: (entity, field, key) => mirror(entity).where(`${field}_key`).equals(key).toArray(),
    putRows: async (entity, changed) => {
      if (changed.length === 1) {
        const [row] = changed as [Row]
        rows.set(entity, row.key, row)
      } else rows.forget()
      write(mirror(entity).bulkPut(changed))
    },
    deleteRows: async (entity, keys) => {
      for (const key of keys) rows.set(entity, key, undefined)
      write(mirror(entity).bulkDelete(keys))
    },

    base: (entity, key) => bases.get(entity, key, () => tables.bases.get([entity, key])),
    putBase: async (base) => {
      touchOutbox()
      bases.set(base.entity, base.key, base)
      write(tables.bases.put(base))
    },
    deleteBase: async (entity, key) => {
      bases.set(entity, key, undefined)
      write(tables.bases.delete([entity, key]))
    },

    operation: async (seq) => {
      const remembered = chains.known().flatMap((chain) => chain.filter((one) => one.seq === seq))
      return structuredClone(remembered[0]) ?? readable([await tables.outbox.get(seq)])[0]
    },
    operationByOpId: async (opId) => readable([await tables.outbox.get({ opId })])[0],
    // Records of one index value come in the order of their primary key, which is `seq`.
    chain: (entity, key) =>
      chains.get(entity, key, () => tables.outbox.where('[entity+key]').equals([entity, key]).toArray(readable)),
    operations: async (afterSeq, limit) => {
      const found: Operation[] = []
      for (let after = afterSeq; found.length < limit;) {
        const wanted = limit - found.length
        const page = await tables.outbox.where(':id').above(after).limit(wanted).toArray()
        found.push(...readable(page))
        // An unreadable entry leaves a gap that later ones fill, so that a short page always means the end.
        if (page.length < wanted) break
        after = page.at(-1)?.seq ?? after
      }
      return found
    },
    operationCount: () => tables.outbox.count(),
    keysWithOperations: async (entity) => {
      const all = tables.outbox.where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey])
      const keys = (await all.uniqueKeys()) as unknown as [EntityName, string][]
      return new Set(keys.map(([, key]) => key))
    },
    addOperation: async (operation: NewOperation) => {
      touchOutbox()
      const seq = await (tables.outbox as unknown as Table<NewOperation, number>).add(operation)
      chains.change(operation.entity, operation.key, (chain) => withOperation(chain, { ...operation, seq }))
      return seq
    },
    putOperation: async (operation) => {
      touchOutbox()
      chains.change(operation.entity, operation.key, (chain) => withOperation(chain, operation))
      write(tables.outbox.put(operation))
    },
    deleteOperations: async (seqs) => {
      touchOutbox()
      chains.changeAll((chain) => chain.filter(({ seq }) => !seqs.includes(seq)))
      write(tables.outbox.bulkDelete(seqs))
    },
    quarantineUnreadable: async (at) => {
      const found: { seq: number; raw: unknown; error: string }[] = []
      await tables.outbox.each((raw, { primaryKey }) => {
        const read = readStoredOperation(raw)
        if ('unreadable' in read) found.push({ seq: primaryKey, raw, error: read.unreadable })
      })
      if (found.length === 0) return 0
      touchOutbox()
      await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))
      await tables.outbox.bulkDelete(found.map(({ seq }) => seq))
      return found.length
    },

    aliasOfKey: (entity, key) => aliases.get(entity, key, () => tables.aliases.get([entity, key])),
    aliasOfId: (entity, id) => aliases.get(entity, `id ${id}`, () => tables.aliases.get({ entity, id })),
    aliases: (entity) =>
      tables.aliases.where('[entity+key]').between([entity, Dexie.minKey], [entity, Dexie.maxKey]).toArray(),
    putAlias: async (alias) => {
      // The key may have had another id before, which is nobody's from here on.
      aliases.changeAll((known) => (known?.entity === alias.entity && known.key === alias.key ? undefined : known))
      aliases.change(alias.entity, `id ${alias.id}`, (known) => known ?? alias)
      aliases.set(alias.entity, alias.key, alias)
      write(tables.aliases.put(alias))
    },

    fact: async <Value extends Json>(name: string) => (await tables.facts.get(name))?.value as Value | undefined,
    putFact: async (name, value) => {
      write(tables.facts.put({ name, value }))
    },

    addToJournal: async (entry) => {
      write(tables.journal.add(entry))
    },
    journalSince: (settledAt) =>
      tables.journal
        .where('settledAt')
        .aboveOrEqual(settledAt)
        .toArray((entries) => entries.map(({ number: _number, ...entry }) => entry)),
    deleteJournalBefore: async (settledAt) => {
      write(tables.journal.where('settledAt').below(settledAt).delete())
    },
  }
  return {
    store,
    written: async () => {
      await Promise.all(writes)
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
