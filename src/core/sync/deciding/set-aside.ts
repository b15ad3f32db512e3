import { journalEntry } from '#core/sync/records/journal-entry.ts'
import type { Fields } from '#core/contract/json.ts'
import type { NewOperation, SetAside } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/** Before the `opId` in the journal's note of a decision, so that notes are found by it and never taken for the operation. */
export const decisionPrefix = 'decided:'

/** Notes what a decision did not keep; the journal holds it for 30 days. Nothing is noted when nothing was given up. */
export async function noteDecision(
  store: ReplicaTransaction,
  operation: NewOperation,
  setAside: SetAside[],
  settledAt: number,
): Promise<void> {
  if (setAside.length === 0) return
  const entry = await journalEntry(store, operation, { note: 'decided', settledAt })
  const nothingSent = { changes: {}, references: {}, files: {}, base: {} }
  await store.addToJournal({ ...entry, ...nothingSent, opId: `${decisionPrefix}${operation.opId}`, setAside })
}

/** The values of some fields, as one side's that gave way. */
export function given(side: SetAside['side'], fields: Fields, names: readonly string[]): SetAside[] {
  return names.filter((field) => field in fields).map((field) => ({ field, side, value: fields[field] ?? null }))
}
