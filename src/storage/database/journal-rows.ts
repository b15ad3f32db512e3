import type { Table } from 'dexie'
import type { JournalEntry } from '#core/sync/operation.ts'

/** Stands where an entry has its `opId`. */
const ofPages = 'page'

/** Many entries that were written together, in their order and without decisions; `settledAt` is the newest one's. */
type JournalPage = { number?: number; opId: typeof ofPages; settledAt: number; entries: JournalEntry[] }

export type JournalRow = (JournalEntry & { number?: number; entries?: never }) | JournalPage

/** Where more are written at once, they share a row: for the disk, a row is more work than what stands in it. */
const mostByThemselves = 10

/** Entries as they are stored. What a decision did not keep is always found by its own `opId`. */
export function journalRows(entries: readonly JournalEntry[]): JournalRow[] {
  const decided = entries.filter(({ note }) => note === 'decided')
  const others = entries.filter(({ note }) => note !== 'decided')
  if (others.length <= mostByThemselves) return [...entries]
  const settledAt = others.reduce((newest, entry) => Math.max(newest, entry.settledAt), 0)
  return [{ opId: ofPages, settledAt, entries: others }, ...decided]
}

export function entriesOf(row: JournalRow): JournalEntry[] {
  if (row.entries !== undefined) return row.entries
  const { number: _number, ...entry } = row
  return [entry]
}

/** Whether the journal has an operation. */
export async function isInJournal({ journal }: { journal: Table<JournalRow, number> }, opId: string): Promise<boolean> {
  if ((await journal.where('opId').equals(opId).count()) > 0) return true
  const pages = await journal.where('opId').equals(ofPages).toArray()
  return pages.flatMap(entriesOf).some((entry) => entry.opId === opId)
}
