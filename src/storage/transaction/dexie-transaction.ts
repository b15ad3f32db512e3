import type { Json } from '#core/contract/json.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { copyOf } from '#storage/photos/copy-of.ts'
import type { DeviceTables } from '#storage/database/device-database.ts'
import { journalVerbs } from './journal-verbs.ts'
import { outboxVerbs, quarantineUnreadable } from './outbox-verbs.ts'
import { aliasVerbs, baseVerbs, rowVerbs } from './record-verbs.ts'
import { type Working, workingOn } from './working.ts'

/**
 * The sync core's verbs over a running Dexie transaction. `touchOutbox` is called before any change of the outbox.
 * Writes are held back, and later reads of the same transaction come after them (`held-writes.ts`). `written` resolves when
 * all of them are done. `unneeded` are files whose bytes are to be deleted after that.
 */
export function dexieTransaction(
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
