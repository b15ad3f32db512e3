import { keyField } from '#core/kinds/key-field.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Json } from '#core/contract/json.ts'
import type { AttachedFile, JournalEntry, LocalKey, Operation } from '#core/sync/operation.ts'
import type { IdMapping, Base, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'

export type MemoryReplica = Replica & {
  keepFile: (file: AttachedFile, bytes: Uint8Array) => void
  fileKeys: () => string[]
  /** Stores an outbox entry as another version of the client might have written it. */
  storeRaw: (raw: unknown) => void
  unreadable: () => { raw: unknown; at: number }[]
  /** All outbox entries, including unreadable ones. */
  storedOperations: () => unknown[]
  allOperations: () => Operation[]
  allRows: (entity: EntityName) => Row[]
  allBases: () => Base[]
  journal: () => JournalEntry[]
  /** Loses a store, as browsers sometimes do. */
  loseAliases: () => void
  loseRows: (entity: EntityName) => void
  /** Makes the next write fail after its work is done, as a full disk does. */
  failNextWrite: () => void
}

/** A `Replica` in memory: one transaction at a time, all or nothing, values copied in and out. */
// oxlint-disable-next-line max-lines-per-function -- one shared state, with a line or two for each method of `Replica`
export function memoryReplica(owner = '1'): MemoryReplica {
  const rows = new Map<string, Map<LocalKey, Row>>()
  const bases = new Map<string, Base>()
  const outbox = new Map<number, unknown>()
  const aliases = new Map<string, IdMapping>()
  const facts = new Map<string, Json>()
  const files = new Map<string, Uint8Array>()
  let journal: JournalEntry[] = []
  let unreadable: { raw: unknown; at: number }[] = []
  let lastSeq = 0
  let undo: (() => void)[] | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let failsNextWrite = false

  const table = (entity: EntityName) => {
    const found = rows.get(entity) ?? new Map<LocalKey, Row>()
    rows.set(entity, found)
    return found
  }
  const at = (entity: EntityName, key: LocalKey) => `${entity} ${key}`

  function set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    const had = map.has(key)
    const before = map.get(key) as Value
    undo?.push(() => (had ? map.set(key, before) : map.delete(key)))
    map.set(key, structuredClone(value))
  }

  function remove<Key, Value>(map: Map<Key, Value>, key: Key): void {
    if (!map.has(key)) return
    const before = map.get(key) as Value
    undo?.push(() => map.set(key, before))
    map.delete(key)
  }

  const readable = new WeakMap<object, Operation | null>()

  function read(raw: unknown): Operation | null {
    if (typeof raw !== 'object' || raw === null) return null
    const known = readable.get(raw)
    if (known !== undefined) return known
    const stored = readStoredOperation(raw)
    const operation = 'operation' in stored ? stored.operation : null
    readable.set(raw, operation)
    return operation
  }

  function operations(): Operation[] {
    const known = [...outbox.values()].map(read).filter((operation) => operation !== null)
    return known.toSorted((one, other) => one.seq - other.seq)
  }

  const copies = <Value>(value: Value): Promise<Value> => Promise.resolve(structuredClone(value))

  const store: ReplicaTransaction = {
    row: (entity, key) => copies(table(entity).get(key)),
    rows: (entity, keys) => copies(keys.map((key) => table(entity).get(key))),
    rowKeys: (entity) => copies([...table(entity).keys()]),
    rowsReferringTo: (entity, field, key) =>
      copies([...table(entity).values()].filter((row) => row[keyField(field)] === key)),
    putRows: async (entity, changed) => {
      for (const row of changed) set(table(entity), row.key, row)
    },
    deleteRows: async (entity, keys) => {
      for (const key of keys) remove(table(entity), key)
    },

    base: (entity, key) => copies(bases.get(at(entity, key))),
    putBase: async (base) => set(bases, at(base.entity, base.key), base),
    deleteBase: async (entity, key) => remove(bases, at(entity, key)),

    operation: (seq) => copies(operations().find((operation) => operation.seq === seq)),
    operationByOpId: (opId) => copies(operations().find((operation) => operation.opId === opId)),
    recordQueue: (entity, key) =>
      copies(operations().filter((operation) => operation.entity === entity && operation.key === key)),
    operations: (afterSeq, limit) =>
      copies(
        operations()
          .filter(({ seq }) => seq > afterSeq)
          .slice(0, limit),
      ),
    operationsInState: async (state) => copies(operations().filter((operation) => operation.state === state)),
    operationCount: async () => outbox.size,
    keysWithOperations: async (entity) =>
      new Set(operations().flatMap((operation) => (operation.entity === entity ? [operation.key] : []))),
    addOperation: async (operation) => {
      if (operations().some(({ opId }) => opId === operation.opId)) throw new Error('This operation is stored already.')
      lastSeq += 1
      set(outbox, lastSeq, { ...operation, seq: lastSeq })
      return lastSeq
    },
    putOperation: async (operation) => set(outbox, operation.seq, operation),
    deleteOperations: async (seqs) => {
      for (const seq of seqs) remove(outbox, seq)
    },
    quarantineUnreadable: async (now) => {
      const bad = [...outbox].filter(([, raw]) => read(raw) === null)
      for (const [seq] of bad) remove(outbox, seq)
      unreadable = [...unreadable, ...bad.map(([, raw]) => ({ raw, at: now }))]
      return bad.length
    },

    mappingOfKey: (entity, key) => copies(aliases.get(at(entity, key))),
    mappingOfId: (entity, id) =>
      copies([...aliases.values()].find((alias) => alias.entity === entity && alias.id === id)),
    mappings: (entity) => copies([...aliases.values()].filter((alias) => alias.entity === entity)),
    putMapping: async (alias) => set(aliases, at(alias.entity, alias.key), alias),

    meta: <Value extends Json>(name: string) => copies(facts.get(name) as Value | undefined),
    setMeta: async (name, value) => set(facts, name, value),

    deleteFiles: async (blobKeys) => {
      for (const blobKey of blobKeys) remove(files, blobKey)
    },

    addToJournal: async (entry) => {
      const before = journal
      undo?.push(() => (journal = before))
      journal = [...journal, structuredClone(entry)]
    },
    journalSince: (settledAt) => copies(journal.filter((entry) => entry.settledAt >= settledAt)),
    deleteJournalBefore: async (settledAt, version) => {
      const before = journal
      undo?.push(() => (journal = before))
      journal = journal.filter((entry) => entry.settledAt >= settledAt || (entry.version ?? 0) > version)
    },
  }

  async function run<Result>(isWriting: boolean, work: (tx: ReplicaTransaction) => Promise<Result>): Promise<Result> {
    undo = []
    try {
      const result = await work(store)
      if (isWriting && failsNextWrite) {
        failsNextWrite = false
        throw new Error('The disk is full.')
      }
      return result
    } catch (error) {
      for (const step of undo.toReversed()) step()
      throw error
    } finally {
      undo = null
    }
  }

  return {
    owner,
    transact: (mode, work) => {
      const turn = queue.then(() => run(mode !== 'read', work))
      queue = turn.catch(() => {})
      return turn
    },
    readFile: async (file) => files.get(file.blobKey) ?? null,
    keepFile: (file, bytes) => void files.set(file.blobKey, bytes),
    fileKeys: () => [...files.keys()],
    storeRaw: (raw) => {
      lastSeq += 1
      outbox.set(lastSeq, typeof raw === 'object' && raw !== null ? { seq: lastSeq, ...raw } : raw)
    },
    unreadable: () => structuredClone(unreadable),
    storedOperations: () => structuredClone([...outbox.values()]),
    allOperations: () => structuredClone(operations()),
    allRows: (entity) => structuredClone([...table(entity).values()]),
    allBases: () => structuredClone([...bases.values()]),
    journal: () => structuredClone(journal),
    loseAliases: () => aliases.clear(),
    loseRows: (entity) => table(entity).clear(),
    failNextWrite: () => {
      failsNextWrite = true
    },
  }
}
