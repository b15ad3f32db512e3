import { journalEntry } from '#core/sync/records/journal-entry.ts'
import type { Fields } from '#core/contract/json.ts'
import type { NewOperation, DiscardedValue, JournalEntry } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Clock, Replica } from '#core/sync/ports.ts'
import { withoutKey } from '#core/sync/records/compose-row.ts'
import { asOneText } from '#core/sync/writing/merge.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { updateRow, type UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

/** Before the `opId` in the journal's note of a decision, so that notes are found by it and never taken for the operation. */
export const decisionPrefix = 'decided:'

/** Notes what a decision did not keep; the journal holds it for 30 days. Nothing is noted when nothing was given up. */
export async function logResolution(
  store: ReplicaTransaction,
  operation: NewOperation,
  setAside: DiscardedValue[],
  settledAt: number,
): Promise<void> {
  if (setAside.length === 0) return
  const entry = await journalEntry(store, operation, { note: 'decided', settledAt })
  const nothingSent = { changes: {}, references: {}, files: {}, base: {} }
  await store.addToJournal({ ...entry, ...nothingSent, opId: `${decisionPrefix}${operation.opId}`, setAside })
}

/** The values of some fields, as one side's that gave way. */
export function given(side: DiscardedValue['side'], fields: Fields, names: readonly string[]): DiscardedValue[] {
  return names.filter((field) => field in fields).map((field) => ({ field, side, value: fields[field] ?? null }))
}

/**
 * Changes a record to what a decision did not keep, as an edit of its own with the name `opId`. A text goes below the one that
 * stands there, while there is room; what gives way otherwise is noted in its place, to be put back in turn (fault G2).
 */
export async function putBackDecision(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  opId: string,
  entry: JournalEntry,
): Promise<UpdateOutcome> {
  const { entity, key, setAside = [] } = entry
  return replica.transact('write', async (store) => {
    const row = await store.row(entity, key)
    if (row === undefined) return 'deleted'
    const changes: Fields = {}
    const givesWay: string[] = []
    for (const one of setAside) {
      const { field, value } = one
      const both = textWithIts(entry, one, row)
      changes[field] = both ?? value
      if (both === undefined && !isSameValue(row[field], value)) givesWay.push(field)
    }
    const now = clock.now()
    const update = { opId, entity, key, opened: withoutKey(row), changes }
    const { outcome } = await updateRow(store, replica.owner, now, update)
    if (outcome !== 'recorded') return outcome
    const edit = newOperation({ owner: replica.owner, opId, entity, key, kind: 'update', madeAt: now, changes })
    await logResolution(store, edit, given('replaced', row, givesWay), now)
    return outcome
  })
}

/** Whether all of it stands in the record already. */
export function isApplied(entry: JournalEntry, row: Fields): boolean {
  return (entry.setAside ?? []).every((one) => isSameValue(row[one.field], textWithIts(entry, one, row) ?? one.value))
}

/** Undefined where the value takes the place of what is there: it is no text, an empty one, or one that has no room beside it. */
function textWithIts({ entity }: JournalEntry, { field, value }: DiscardedValue, row: Fields): string | undefined {
  return value === '' ? undefined : asOneText(entity, field, ['', value, row[field]])
}
