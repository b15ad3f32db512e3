import type { JournalEntry } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { entriesOf, journalRows } from '#storage/database/journal-rows.ts'
import type { Working } from './working.ts'

type JournalVerbs = Pick<ReplicaTransaction, 'addToJournal' | 'journalSince' | 'deleteJournalBefore'>

/** What was sent and decided. Entries are held back until the journal is read or the transaction ends: `handOver`. */
export function journalVerbs({ tables, write }: Working): { verbs: JournalVerbs; handOver: () => void } {
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
