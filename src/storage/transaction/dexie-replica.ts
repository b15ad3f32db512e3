import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import {
  type Connection,
  type DeviceDatabase,
  connectionOf,
  tablesOf,
  type DeviceTables,
} from '#storage/database/device-database.ts'
import { deleteFiles, readFile } from '#storage/database/file-pieces.ts'
import { pageFreezes } from '#storage/database/page-freeze.ts'
import { StorageError, isConnectionLost, isQuotaError } from '#storage/database/storage-error.ts'
import type { Json } from '#core/contract/json.ts'
import { copyOf } from './remembered-reads.ts'
import { outboxVerbs, quarantineUnreadable, aliasVerbs, baseVerbs, rowVerbs } from './transaction-verbs.ts'
import { workingOn, type Working } from './working.ts'
import type { JournalEntry } from '#core/sync/operation.ts'
import { entriesOf, journalRows } from '#storage/database/journal-rows.ts'

type DexieReplicaParts = {
  owner: string
  /** For everything that a screen calls saved. */
  strict: DeviceDatabase
  /** For reading, and for pulled pages. */
  relaxed: DeviceDatabase
  /** Rejects when the data cannot be used from this page any more. */
  ready: () => Promise<void>
  /** Replaces the connection `dead`, unless that was done already; rejects when the data it held is not there any more. */
  reopen: (database: DeviceDatabase, dead: Connection) => Promise<void>
  /** Deletes what can be fetched again; resolves to whether anything went. */
  freeSpace: () => Promise<boolean>
}

/** The sync core's store on IndexedDB. */
export function dexieReplica({ owner, strict, relaxed, ready, reopen, freeSpace }: DexieReplicaParts): Replica {
  async function attempt<Result>(database: DeviceDatabase, work: () => Promise<Result>): Promise<Result> {
    await ready()
    let isReopened = false
    let freezes = pageFreezes()
    for (;;) {
      const connection = connectionOf(database)
      try {
        return await work()
      } catch (error) {
        // The permanent `opId` makes the repeats harmless: one for each thing that made room, and one for a new connection,
        // or for each time that the page was frozen (fault A24).
        if (isQuotaError(error)) {
          if (!(await makeRoom())) throw new StorageError('full', { cause: error })
        } else if (isConnectionLost(error)) {
          if (isReopened && pageFreezes() === freezes) throw new StorageError('lost', { cause: error })
          isReopened = true
          freezes = pageFreezes()
          await reopen(database, connection)
        } else throw error
      }
    }
  }

  /** A freeze or a lost connection in the middle of it must not end in an error of the browser's. */
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
    work: (store: ReplicaTransaction) => Promise<Result>,
    touchOutbox?: () => void,
  ): Promise<Result> {
    const { result, unneeded } = await attempt(database, () => inTransaction(database, mode, work, touchOutbox))
    // It is done all the same when they cannot be deleted now: `deleteForgottenFiles` finds them later.
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

/** A relaxed transaction wanted to change the outbox: it is undone and runs again where the disk is waited for. */
class NeedsDurability extends Error {
  override name = 'NeedsDurability'
}

function refuseOutbox(): never {
  throw new NeedsDurability()
}

/** `unneeded`: files to delete now that it is complete; their bytes have no place in the transaction. */
async function inTransaction<Result>(
  database: DeviceDatabase,
  mode: 'r' | 'rw',
  work: (store: ReplicaTransaction) => Promise<Result>,
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

/**
 * The sync core's verbs over a running Dexie transaction. `touchOutbox` is called before any change of the outbox.
 * Writes are held back, and later reads of the same transaction come after them (`working.ts`). `written` resolves when
 * all of them are done. `unneeded` are files whose bytes are to be deleted after that.
 */
function dexieTransaction(
  tables: DeviceTables,
  touchOutbox: () => void,
): { store: ReplicaTransaction; written: () => Promise<void>; unneeded: string[] } {
  const working = workingOn(tables, touchOutbox)
  const journal = journalVerbs(working)
  const unneeded: string[] = []
  const store: ReplicaTransaction = {
    ...rowVerbs(working),
    ...baseVerbs(working),
    ...aliasVerbs(working),
    ...outboxVerbs(working),
    ...factVerbs(working),
    ...journal.verbs,
    quarantineUnreadable: (at) => quarantineUnreadable(working, at),
    deleteFiles: async (blobKeys) => void unneeded.push(...blobKeys),
  }
  return {
    store,
    unneeded,
    written: () => {
      journal.handOver()
      return working.written()
    },
  }
}

/** Small things to remember, by name. */
function factVerbs({ tables, held }: Working): Pick<ReplicaTransaction, 'fact' | 'putFact'> {
  const facts = new Map<string, Json | undefined>()
  return {
    fact: async <Value extends Json>(name: string) => {
      if (!facts.has(name)) facts.set(name, (await held.in(tables.facts).get(name))?.value)
      return copyOf(facts.get(name)) as Value | undefined
    },
    putFact: async (name, value) => {
      facts.set(name, copyOf(value))
      held.put(tables.facts, name, { name, value })
    },
  }
}

type JournalVerbs = Pick<ReplicaTransaction, 'addToJournal' | 'journalSince' | 'deleteJournalBefore'>

/** What was sent and decided. Entries are held back until the journal is read or the transaction ends: `handOver`. */
function journalVerbs({ tables, write }: Working): { verbs: JournalVerbs; handOver: () => void } {
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
      // In their order, whatever a clock that was set since says of their times (fault J9).
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
