import { withoutKey } from './compose-row.ts'
import { declarations } from './entities.ts'
import type { Fields, Json } from './json.ts'
import { bothTexts } from './merge.ts'
import { newOperation } from './new-operation.ts'
import type { JournalEntry } from './operation.ts'
import type { Clock, Replica } from './ports.ts'
import { type UpdateOutcome, updateRow } from './record-change.ts'
import { isSameValue } from './same-value.ts'
import { given, noteDecision } from './set-aside.ts'

/**
 * Changes a record to what a decision did not keep, as an edit of its own with the name `opId`. A text goes below the one that
 * stands there, while there is room; what gives way otherwise is noted in its place, to be put back in turn (fault G2).
 */
export async function putBackDecision(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  opId: string,
  { entity, key, setAside = [] }: JournalEntry,
): Promise<UpdateOutcome> {
  return replica.transact('write', async (store) => {
    const row = await store.row(entity, key)
    if (row === undefined) return 'deleted'
    const changes: Fields = {}
    const givesWay: string[] = []
    for (const { field, value } of setAside) {
      const both = textWithIts(declarations[entity].mergeRules[field], value, row[field])
      changes[field] = both ?? value
      if (both === undefined && !isSameValue(row[field], value)) givesWay.push(field)
    }
    const now = clock.now()
    const update = { opId, entity, key, opened: withoutKey(row), changes }
    const { outcome } = await updateRow(store, replica.owner, now, update)
    if (outcome !== 'recorded') return outcome
    const edit = newOperation({ owner: replica.owner, opId, entity, key, kind: 'update', madeAt: now, changes })
    await noteDecision(store, edit, given('replaced', row, givesWay), now)
    return outcome
  })
}

/** Whether all of it stands in the record already. */
export function standsThere({ entity, setAside = [] }: JournalEntry, row: Fields): boolean {
  return setAside.every(({ field, value }) => {
    const wanted = textWithIts(declarations[entity].mergeRules[field], value, row[field]) ?? value
    return isSameValue(row[field], wanted)
  })
}

/** Undefined where the value takes the place of what is there: it is no text, an empty one, or one that has no room beside it. */
function textWithIts(rule: string | undefined, value: Json, now: Json | undefined): string | undefined {
  if (rule !== 'both-texts' || typeof value !== 'string' || value === '' || typeof now !== 'string') return undefined
  return bothTexts('', value, now)
}
