import type { Fields } from '#core/contract/json.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { type SavedValue, wordsIn } from '../ledger.ts'
import type { World } from '../world.ts'

/** Whether the value, and its record, must still be on the server: neither was given up. */
export function isStillOwed({ ledger, isPlain }: World, saved: SavedValue): boolean {
  const record = ledger.records.get(saved.mark)
  return record !== undefined && ledger.isOwed(record, isPlain) && !ledger.givenUp.has(saved.value)
}

export function holds(record: Fields, { field, rule, value }: SavedValue): boolean {
  const now = record[field]
  return rule === 'text' ? wordsIn(now).includes(value) : isSameValue(now, value)
}

export function describe({ value, mark, field, tablet }: SavedValue): string {
  return `${field} ${value} of ${mark}, saved on device ${tablet}`
}
