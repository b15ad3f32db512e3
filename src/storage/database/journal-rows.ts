import type { Table } from 'dexie'
import type { JournalEntry } from '#core/sync/operation.ts'

/** The `opId` of a row that holds many entries. */
const ofPages = 'page'

/** Entries that were written together, in order, without decisions; `settledAt` is the newest entry's. */
type JournalPage = { number?: number; opId: typeof ofPages; settledAt: number; entries: JournalEntry[] }

export type JournalRow = (JournalEntry & { number?: number; entries?: never }) | JournalPage

/** More entries than this share one row: for the disk, a row costs more than its content. */
const mostByThemselves = 10

/** Returns the rows to store. A decision always has its own row, so that its `opId` finds it. */
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

export async function isInJournal({ journal }: { journal: Table<JournalRow, number> }, opId: string): Promise<boolean> {
  if ((await journal.where('opId').equals(opId).count()) > 0) return true
  const pages = await journal.where('opId').equals(ofPages).toArray()
  return pages.flatMap(entriesOf).some((entry) => entry.opId === opId)
}
