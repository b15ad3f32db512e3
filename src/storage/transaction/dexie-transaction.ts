import { type Collection, Dexie, type Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Json } from '#core/contract/json.ts'
import type { JournalEntry, NewOperation, Operation } from '#core/sync/operation.ts'
import type { Alias, Base, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'
import { copyOf } from './copy-of.ts'
import { type DeviceTables, mirrorTable } from './device-database.ts'
import { heldWrites } from './held-writes.ts'
import { entriesOf, journalRows } from './journal-rows.ts'
import { rememberedChains } from './remembered-chains.ts'
import { rememberedReads } from './remembered-reads.ts'

/**
 * The sync core's verbs over a running Dexie transaction. `touchOutbox` is called before any change of the outbox.
 * Writes are held back, and later reads of the same transaction come after them (`held-writes.ts`). `written` resolves when
 * all of them are done. `unneeded` are files whose bytes are to be deleted after that.
 */
export function dexieTransaction(
  tables: DeviceTables,
  touchOutbox: () => void,
): { store: ReplicaTransaction; written: () => Promise<void>; unneeded: string[] } {
  const unneeded: string[] = []
  const writes: PromiseLike<unknown>[] = []
  const write = (writing: PromiseLike<unknown>) => {
    writes.push(writing)
    // Told by `written`; a rejection must not count as unheard in the meantime.
    writing.then(undefined, () => {})
  }
  const held = heldWrites(write)
  const mirror = (entity: EntityName) => mirrorTable(tables, entity)
  const ofKind = <Stored, Key>(table: Table<Stored, Key>, entity: EntityName) =>
    held
      .in(table)
      .where('[entity+key]')
      .between(...allOf(entity))
  const rows = rememberedReads<Row>(async (entity) => {
    const all = await ifFew(held.in(mirror(entity)).toCollection())
    return all && all.map((row) => [row.key, row])
  })
  const bases = rememberedReads<Base>(async (entity) => {
    const all = await ifFew(ofKind(tables.bases, entity))
    return all && all.map((base) => [base.key, base])
  })
  const aliases = rememberedReads<Alias>(async (entity) => {
    const all = await ifFew(ofKind(tables.aliases, entity))
    const byKey = all?.map((alias) => [alias.key, alias] as const)
    return byKey ? [...byKey, ...byKey.map(([, alias]) => [`id ${alias.id}`, alias] as const)] : null
  })
  const chains = rememberedChains(async (entity) => {
    const all = await ifFew(ofKind(tables.outbox, entity))
    return all && readable(all)
  })
  const facts = new Map<string, Json | undefined>()
  const store: ReplicaTransaction = {
    row: (entity, key) => rows.get(entity, key, () => held.in(mirror(entity)).get(key)),
    rows: (entity, keys) => held.in(mirror(entity)).bulkGet(keys),
    rowKeys: (entity) => held.in(mirror(entity)).toCollection().primaryKeys(),
    rowsReferringTo: (entity, field, key) => held.in(mirror(entity)).where(`${field}_key`).equals(key).toArray(),
    putRows: async (entity, changed) => {
      if (changed.length > 1) {
        rows.forget()
        write(held.in(mirror(entity)).bulkPut(changed))
        return
      }
      for (const row of changed) {
        rows.set(entity, row.key, row)
        held.put(mirror(entity), row.key, row)
      }
    },
    deleteRows: async (entity, keys) => {
      for (const key of keys) {
        rows.set(entity, key, undefined)
        held.delete(mirror(entity), key)
      }
    },

    base: (entity, key) => bases.get(entity, key, () => held.in(tables.bases).get([entity, key])),
    putBase: async (base) => {
      touchOutbox()
      bases.set(base.entity, base.key, base)
      held.put(tables.bases, [base.entity, base.key], base)
    },
    deleteBase: async (entity, key) => {
      bases.set(entity, key, undefined)
      held.delete(tables.bases, [entity, key])
    },

    operation: async (seq) => (await chains.operation(seq)) ?? readable([await held.in(tables.outbox).get(seq)])[0],
    operationByOpId: async (opId) => readable([await held.in(tables.outbox).get({ opId })])[0],
    // Records of one index value come in the order of their primary key, which is `seq`.
    chain: (entity, key) =>
      chains.get(entity, key, () =>
        held.in(tables.outbox).where('[entity+key]').equals([entity, key]).toArray(readable),
      ),
    operations: async (afterSeq, limit) => {
      const found: Operation[] = []
      for (let after = afterSeq; found.length < limit;) {
        const wanted = limit - found.length
        const page = await held.in(tables.outbox).where(':id').above(after).limit(wanted).toArray()
        found.push(...readable(page))
        // An unreadable entry leaves a gap that later ones fill, so that a short page always means the end.
        if (page.length < wanted) break
        after = page.at(-1)?.seq ?? after
      }
      return found
    },
    operationsInState: (state) => held.in(tables.outbox).where('state').equals(state).toArray(readable),
    operationCount: () => held.in(tables.outbox).count(),
    keysWithOperations: async (entity) => {
      const keys = (await ofKind(tables.outbox, entity).uniqueKeys()) as unknown as [EntityName, string][]
      return new Set(keys.map(([, key]) => key))
    },
    addOperation: async (operation: NewOperation) => {
      touchOutbox()
      const seq = await (held.in(tables.outbox) as unknown as Table<NewOperation, number>).add(operation)
      chains.put({ ...operation, seq })
      return seq
    },
    putOperation: async (operation) => {
      touchOutbox()
      chains.put(operation)
      held.put(tables.outbox, operation.seq, operation)
    },
    deleteOperations: async (seqs) => {
      touchOutbox()
      for (const seq of seqs) {
        chains.remove(seq)
        held.delete(tables.outbox, seq)
      }
    },
    quarantineUnreadable: async (at) => {
      const outbox = held.in(tables.outbox)
      const found: { seq: number; raw: unknown; error: string }[] = []
      for (let after = 0; ;) {
        const page = outbox.where(':id').above(after).limit(mostCheckedAtOnce)
        const [raws, seqs] = await Promise.all([page.toArray(), page.primaryKeys()])
        for (const [index, seq] of seqs.entries()) {
          const read = readStoredOperation(raws[index])
          if ('unreadable' in read) found.push({ seq, raw: raws[index], error: read.unreadable })
        }
        if (seqs.length < mostCheckedAtOnce) break
        after = seqs.at(-1) ?? after
      }
      if (found.length === 0) return 0
      touchOutbox()
      await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))
      await tables.outbox.bulkDelete(found.map(({ seq }) => seq))
      return found.length
    },

    aliasOfKey: (entity, key) => aliases.get(entity, key, () => held.in(tables.aliases).get([entity, key])),
    aliasOfId: (entity, id) => aliases.get(entity, `id ${id}`, () => held.in(tables.aliases).get({ entity, id })),
    aliases: (entity) => ofKind(tables.aliases, entity).toArray(),
    putAlias: async (alias) => {
      const { entity, key, id } = alias
      const before = await store.aliasOfKey(entity, key)
      const holder = await store.aliasOfId(entity, id)
      // An id that the key had before belongs to no key from here on.
      if (before !== undefined && before.id !== id) aliases.forget()
      aliases.set(entity, key, alias)
      aliases.set(entity, `id ${id}`, holder ?? alias)
      held.put(tables.aliases, [entity, key], alias)
    },

    fact: async <Value extends Json>(name: string) => {
      if (!facts.has(name)) facts.set(name, (await held.in(tables.facts).get(name))?.value)
      return copyOf(facts.get(name)) as Value | undefined
    },
    putFact: async (name, value) => {
      facts.set(name, copyOf(value))
      held.put(tables.facts, name, { name, value })
    },

    deleteFiles: async (blobKeys) => {
      unneeded.push(...blobKeys)
    },

    addToJournal: async (entry) => {
      journal.push(entry)
    },
    journalSince: async (settledAt) => {
      tellJournal()
      // In their order, whatever a clock that was set since says of their times (fault J9).
      const found = await tables.journal.where('settledAt').aboveOrEqual(settledAt).sortBy('number')
      return found.flatMap(entriesOf).filter((entry) => entry.settledAt >= settledAt)
    },
    deleteJournalBefore: async (settledAt) => {
      tellJournal()
      write(tables.journal.where('settledAt').below(settledAt).delete())
    },
  }
  let journal: JournalEntry[] = []

  function tellJournal() {
    if (journal.length > 0) write(tables.journal.bulkAdd(journalRows(journal)))
    journal = []
  }

  return {
    store,
    unneeded,
    written: async () => {
      held.handOver()
      tellJournal()
      await Promise.all(writes)
    },
  }
}

const mostCheckedAtOnce = 500
const mostReadAtOnce = 2_000

/** All of it, in order; null where that is too much to be read for a few. */
async function ifFew<Stored>(all: Collection<Stored, unknown>): Promise<Stored[] | null> {
  return (await all.count()) > mostReadAtOnce ? null : all.toArray()
}

/** The bounds of all keys of one kind of record. */
function allOf(entity: EntityName) {
  return [
    [entity, Dexie.minKey],
    [entity, Dexie.maxKey],
  ] as const
}

/** The operations among them that this version can read, brought forward from older formats. */
function readable(stored: readonly unknown[]): Operation[] {
  return stored.flatMap((raw) => {
    if (raw === undefined) return []
    const read = readStoredOperation(raw)
    return 'operation' in read ? [read.operation] : []
  })
}
