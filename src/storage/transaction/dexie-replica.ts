import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import {
  type Connection,
  type DeviceDatabase,
  connectionOf,
  tablesOf,
  type DeviceTables,
} from '#storage/database/device-database.ts'
import { deleteFiles, readFile } from '#storage/database/file-pieces.ts'
import { countPageFreezes } from '#storage/database/page-freeze.ts'
import { StorageError, isConnectionLost, isQuotaError } from '#storage/database/storage-error.ts'
import type { Json } from '#core/contract/json.ts'
import { copyOf } from './read-cache.ts'
import { outboxVerbs, quarantineUnreadable, aliasVerbs, baseVerbs, rowVerbs } from './transaction-verbs.ts'
import { transactionContext, type TransactionContext } from './transaction-context.ts'
import type { JournalEntry } from '#core/sync/operation.ts'
import { entriesOf, journalRows } from '#storage/database/journal-rows.ts'

type DexieReplicaParts = {
  owner: string
  strict: DeviceDatabase
  /** For reads and pulled pages. */
  relaxed: DeviceDatabase
  /** Rejects if this page can no longer use the data. */
  ready: () => Promise<void>
  /** Replaces the connection `dead` unless it is already replaced; rejects if the data is unusable afterwards. */
  reopen: (database: DeviceDatabase, dead: Connection) => Promise<void>
  /** Deletes data that can be fetched again; returns whether anything was deleted. */
  freeSpace: () => Promise<boolean>
}

/** Implements the sync core's store on IndexedDB. */
export function dexieReplica({ owner, strict, relaxed, ready, reopen, freeSpace }: DexieReplicaParts): Replica {
  async function attempt<Result>(database: DeviceDatabase, work: () => Promise<Result>): Promise<Result> {
    await ready()
    let isReopened = false
    let freezes = countPageFreezes()
    for (;;) {
      const connection = connectionOf(database)
      try {
        return await work()
      } catch (error) {
        // `work` may run twice without saving twice, because an operation's `opId` is permanent. The connection is reopened once, and
        // again after each page freeze (fault A24).
        if (isQuotaError(error)) {
          if (!(await makeRoom())) throw new StorageError('full', { cause: error })
        } else if (isConnectionLost(error)) {
          if (isReopened && countPageFreezes() === freezes) throw new StorageError('lost', { cause: error })
          isReopened = true
          freezes = countPageFreezes()
          await reopen(database, connection)
        } else throw error
      }
    }
  }

  /** Freeing space is retried like the work itself, so that a page freeze or a lost connection during it does not fail the work. */
  const makeRoom = (): Promise<boolean> =>
    attempt(relaxed, async () => {
      try {
        return await freeSpace()
      } catch (error) {
        if (isQuotaError(error)) return false
        throw error
      }
    })

  async function transact<Result>(
    database: DeviceDatabase,
    mode: 'r' | 'rw',
    work: (tx: ReplicaTransaction) => Promise<Result>,
    touchOutbox?: () => void,
  ): Promise<Result> {
    const { result, unneeded } = await attempt(database, () => inTransaction(database, mode, work, touchOutbox))
    // The transaction is committed even if this fails; `deleteForgottenFiles` finds the files later.
    if (unneeded.length > 0) await attempt(relaxed, () => deleteFiles(relaxed, unneeded)).catch(() => {})
    return result
  }

  return {
    owner,
    transact: async (mode, work) => {
      if (mode === 'read') return transact(relaxed, 'r', work)
      if (mode === 'refresh') {
        try {
          return await transact(relaxed, 'rw', work, refuseOutbox)
        } catch (error) {
          if (!(error instanceof NeedsDurability)) throw error
        }
      }
      return transact(strict, 'rw', work)
    },
    readFile: (file) => attempt(relaxed, () => readFile(relaxed, file)),
  }
}

/** Thrown when a relaxed transaction changes the outbox: it is rolled back and runs again with strict durability. */
class NeedsDurability extends Error {
  override name = 'NeedsDurability'
}

function refuseOutbox(): never {
  throw new NeedsDurability()
}

/** `unneeded` lists files to delete after the commit, because the `blobs` table is not part of the transaction. */
async function inTransaction<Result>(
  database: DeviceDatabase,
  mode: 'r' | 'rw',
  work: (tx: ReplicaTransaction) => Promise<Result>,
  touchOutbox: () => void = () => {},
): Promise<{ result: Result; unneeded: string[] }> {
  const names = database.tables.map(({ name }) => name).filter((name) => name !== 'blobs')
  return await database.transaction(mode, names, async (transaction) => {
    const { store, written, unneeded } = dexieTransaction(tablesOf(transaction), touchOutbox)
    const result = await work(store)
    await written()
    return { result, unneeded }
  })
}

/** Implements the sync core's methods on a running transaction. `written` awaits buffered writes. `touchOutbox` precedes each outbox write. */
function dexieTransaction(
  tables: DeviceTables,
  touchOutbox: () => void,
): { store: ReplicaTransaction; written: () => Promise<void>; unneeded: string[] } {
  const context = transactionContext(tables, touchOutbox)
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
      journal.handOver()
      return context.written()
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
function journalVerbs({ tables, write }: TransactionContext): { verbs: JournalVerbs; handOver: () => void } {
  let held: JournalEntry[] = []

  function handOver(): void {
    if (held.length > 0) write(tables.journal.bulkAdd(journalRows(held)))
    held = []
  }

  const verbs: JournalVerbs = {
    addToJournal: async (entry) => {
      held.push(entry)
    },
    journalSince: async (settledAt) => {
      handOver()
      // Sorted by number, not by time: the clock may have been set in between (fault J9).
      const found = await tables.journal.where('settledAt').aboveOrEqual(settledAt).sortBy('number')
      return found.flatMap(entriesOf).filter((entry) => entry.settledAt >= settledAt)
    },
    deleteJournalBefore: async (settledAt, version) => {
      handOver()
      const settled = tables.journal.where('settledAt').below(settledAt)
      write(settled.filter((row) => entriesOf(row).every((entry) => (entry.version ?? 0) <= version)).delete())
    },
  }
  return { verbs, handOver }
}
