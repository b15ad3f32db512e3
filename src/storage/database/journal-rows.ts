import type { Table } from 'dexie'
import type { JournalEntry } from '#core/sync/operation.ts'

/** The `opId` of a row that contains several entries. */
const pageOpId = 'page'

/** Entries that were written together, in order; `settledAt` is the newest entry's. Resolved conflicts are never among them. */
type JournalPage = { number?: number; opId: typeof pageOpId; settledAt: number; entries: JournalEntry[] }

export type JournalRow = (JournalEntry & { number?: number; entries?: never }) | JournalPage

/** Above this number, entries are stored together in one row, because a row costs more to write than its content. */
const maxSingleRows = 10

/** Returns the rows to store. A resolved conflict (`decided`) always has its own row, so that it can be found by `opId`. */
export function journalRows(entries: readonly JournalEntry[]): JournalRow[] {
  const decided = entries.filter(({ note }) => note === 'decided')
  const others = entries.filter(({ note }) => note !== 'decided')
  if (others.length <= maxSingleRows) return [...entries]
  const settledAt = others.reduce((newest, entry) => Math.max(newest, entry.settledAt), 0)
  return [{ opId: pageOpId, settledAt, entries: others }, ...decided]
}

export function entriesOf(row: JournalRow): JournalEntry[] {
  if (row.entries !== undefined) return row.entries
  const { number: _number, ...entry } = row
  return [entry]
}

export async function isInJournal({ journal }: { journal: Table<JournalRow, number> }, opId: string): Promise<boolean> {
  if ((await journal.where('opId').equals(opId).count()) > 0) return true
  const pages = await journal.where('opId').equals(pageOpId).toArray()
  return pages.flatMap(entriesOf).some((entry) => entry.opId === opId)
}
