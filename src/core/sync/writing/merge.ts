import { normalizeLineBreaks, longestText } from '#core/contract/fields.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { MergeRule } from '#core/kinds/kind-of-record.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { canonical, isJsonEqual } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

type Merge = {
  /** What remains to be written: fields that only this operation changed, combined ones, and our side of conflicts. */
  changes: Fields
  /** Fields whose two values were combined; in `changes` if the server does not have the result yet. */
  combined: string[]
  /** Fields that both sides changed and only the agent can decide. */
  conflicts: string[]
}

/** Merges three ways: `base` has the values that `mine` replaced, `theirs` the current ones. No device clock plays a role. */
export function mergeFields(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  rules: { readonly [field: string]: MergeRule | undefined },
): Merge {
  const merge: Merge = { changes: {}, combined: [], conflicts: [] }
  for (const [field, wanted] of Object.entries(mine)) {
    const before = base[field]
    const now = theirs[field]
    if (isUntouched(before, now)) {
      merge.changes[field] = wanted
    } else if (!isSameValue(now, wanted)) {
      const combinedValue = combine(rules[field] ?? 'ask', before, wanted, now)
      if (combinedValue === undefined) {
        merge.conflicts.push(field)
        merge.changes[field] = wanted
      } else {
        merge.combined.push(field)
        // The server's value may already contain all of this device's value.
        if (!isSameValue(now, combinedValue)) merge.changes[field] = combinedValue
      }
    }
  }
  return merge
}

/** Whether the other side left the field as it was. A field that is missing on either side counts as unchanged. */
function isUntouched(before: Json | undefined, now: Json | undefined): boolean {
  return before === undefined || now === undefined || isSameValue(before, now)
}

function combine(rule: MergeRule, base: Json | undefined, mine: Json, theirs: Json | undefined): Json | undefined {
  if (rule === 'mine') return mine
  if (rule === 'both-texts') return bothTexts(text(base), text(mine), text(theirs))
  if (rule === 'union' && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergedSet(Array.isArray(base) ? base : [], mine, theirs)
  }
  if (rule === 'by-name') return mergedByName(objectOf(base), objectOf(mine), objectOf(theirs))
  return undefined
}

/** Merges each name by itself; undefined if both sides changed the same one differently. */
function mergedByName(base: Fields, mine: Fields, theirs: Fields): Json | undefined {
  const combinedValue: Fields = {}
  for (const name of Object.keys({ ...theirs, ...mine })) {
    const [before, ours, other] = [base[name], mine[name], theirs[name]]
    const chosen = isJsonEqual(other, before) ? ours : other
    const isAgreed = isJsonEqual(other, before) || isJsonEqual(ours, before) || isJsonEqual(ours, other)
    if (!isAgreed) return undefined
    if (chosen !== undefined) combinedValue[name] = chosen
  }
  return Object.keys(combinedValue).length === 0 ? null : combinedValue
}

function objectOf(value: Json | undefined): Fields {
  return fieldsOf(value) ?? {}
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Returns two texts combined into one; undefined if the field's merge rule is not `both-texts`, `mine` or `theirs` is no text, or the result is too long. */
export function combineFieldTexts(
  entity: EntityName,
  field: string,
  [base, mine, theirs]: [base: Json | undefined, mine: Json | undefined, theirs: Json | undefined],
): string | undefined {
  if (kinds[entity].mergeRules[field] !== 'both-texts') return undefined
  return typeof mine === 'string' && typeof theirs === 'string' ? bothTexts(text(base), mine, theirs) : undefined
}

/** Combines texts and loses nothing. Compares lines: "gate code 12" is no part of "gate code 1234". Undefined if longer than the server stores. */
export function bothTexts(base: string, mine: string, theirs: string): string | undefined {
  const [ours, other] = [normalizeLineBreaks(mine), normalizeLineBreaks(theirs)]
  if (containsLines(ours, other)) return ours
  if (containsLines(other, ours)) return other
  const both = appendText(normalizeLineBreaks(base), ours, other)
  return both.length > longestText ? undefined : both
}

function containsLines(text: string, part: string): boolean {
  return part.trim() === '' || asLines(text).includes(asLines(part))
}

function asLines(text: string): string {
  const lines = text.trim().split('\n')
  return `\n${lines.map((line) => line.trim()).join('\n')}\n`
}

/** An addition begins with a space or a new line, perhaps after punctuation: "$1,200" is not "$1" with an addition. */
const startOfAddition = /^[,;.]*(?:\s+|$)/

/** Appends what `mine` adds to `base` to `theirs`. If `mine` is not `base` with an addition, appends all of it as another paragraph. */
function appendText(base: string, mine: string, theirs: string): string {
  const added = base !== '' && mine.startsWith(base) ? mine.slice(base.length) : ''
  if (!startOfAddition.test(added) || added === '') return `${theirs}\n\n${mine}`
  const text = added.replace(startOfAddition, '')
  return text === '' ? theirs : `${theirs}\n${text}`
}

function mergedSet(base: Json[], mine: Json[], theirs: Json[]): Json[] {
  const has = (set: Json[], member: Json) => set.some((other) => canonical(other) === canonical(member))
  const kept = theirs.filter((member) => has(mine, member) || !has(base, member))
  return [...kept, ...mine.filter((member) => !has(base, member) && !has(kept, member))]
}
