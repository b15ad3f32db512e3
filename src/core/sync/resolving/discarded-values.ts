import { journalEntry } from '#core/sync/records/journal-entry.ts'
import type { Fields } from '#core/contract/json.ts'
import type { NewOperation, DiscardedValue, JournalEntry } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Clock, Replica } from '#core/sync/ports.ts'
import { withoutKey } from '#core/sync/records/record-fields.ts'
import { combineFieldTexts } from '#core/sync/writing/merge.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { type UpdateOutcome, updateRow } from '#core/sync/writing/update-record.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

/** Prefix of `opId` in the journal entry of a resolved conflict; the operation's own entry has the bare `opId`. */
export const decisionPrefix = 'decided:'

export async function logResolution(
  tx: ReplicaTransaction,
  operation: NewOperation,
  setAside: DiscardedValue[],
  settledAt: number,
): Promise<void> {
  if (setAside.length === 0) return
  const entry = await journalEntry(tx, operation, { note: 'decided', settledAt })
  const nothingSent = { changes: {}, references: {}, files: {}, base: {} }
  await tx.addToJournal({ ...entry, ...nothingSent, opId: `${decisionPrefix}${operation.opId}`, setAside })
}

export function discardedFrom(
  side: DiscardedValue['side'],
  fields: Fields,
  names: readonly string[],
): DiscardedValue[] {
  return names.filter((field) => field in fields).map((field) => ({ field, side, value: fields[field] ?? null }))
}

/**
 * Puts discarded values back, as an edit with the id `opId`. A text is added below the current one if there is room. Any other value
 * replaces the current one, which is then noted as discarded, so that this can be undone, too (fault G2).
 */
export async function putBackDiscardedValues(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  opId: string,
  entry: JournalEntry,
): Promise<UpdateOutcome> {
  const { entity, key, setAside = [] } = entry
  return replica.transact('write', async (tx) => {
    const row = await tx.row(entity, key)
    if (row === undefined) return 'deleted'
    const changes: Fields = {}
    const replaced: string[] = []
    for (const discarded of setAside) {
      const { field, value } = discarded
      const both = joinedText(entry, discarded, row)
      changes[field] = both ?? value
      if (both === undefined && !isSameValue(row[field], value)) replaced.push(field)
    }
    const now = clock.now()
    const update = { opId, entity, key, opened: withoutKey(row), changes }
    const { outcome } = await updateRow(tx, replica.owner, now, update)
    if (outcome !== 'recorded') return outcome
    const edit = newOperation({ owner: replica.owner, opId, entity, key, kind: 'update', madeAt: now, changes })
    await logResolution(tx, edit, discardedFrom('replaced', row, replaced), now)
    return outcome
  })
}

/** True if the row already has all discarded values, so that there is nothing to put back. A text may be a part of the row's text. */
export function arePutBack(entry: JournalEntry, row: Fields): boolean {
  return (entry.setAside ?? []).every((one) => isSameValue(row[one.field], joinedText(entry, one, row) ?? one.value))
}

/** Joins the current text with the discarded one. Undefined if either is not a text, the discarded one is empty, or the result is too long. */
function joinedText({ entity }: JournalEntry, { field, value }: DiscardedValue, row: Fields): string | undefined {
  return value === '' ? undefined : combineFieldTexts(entity, field, ['', value, row[field]])
}
