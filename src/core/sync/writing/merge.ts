import { withPlainBreaks, longestText } from '#core/contract/fields.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { MergeRule } from '#core/kinds/kind-of-record.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { canonical, isJsonEqual } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

type Merge = {
  /** What remains to be written: fields that only this operation touched, and fields brought together. */
  changes: Fields
  /** Fields whose two values were brought together, in `changes` where that is not what stands there already. */
  combined: string[]
  /** Fields that both sides changed and only the agent can decide. */
  conflicts: string[]
}

/**
 * Three-way merge per field, over the fields in `mine` only. `base` is what `mine` replaced, `theirs` what stands there
 * now; a field that already stands as wanted needs no writing. Device clocks decide nothing.
 */
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
      const together = bringTogether(rules[field] ?? 'ask', before, wanted, now)
      if (together === undefined) {
        merge.conflicts.push(field)
        merge.changes[field] = wanted
      } else {
        merge.combined.push(field)
        // Theirs may hold all of ours already, and then there is nothing to write.
        if (!isSameValue(now, together)) merge.changes[field] = together
      }
    }
  }
  return merge
}

/** A side that does not mention a field has not changed it. */
function isUntouched(before: Json | undefined, now: Json | undefined): boolean {
  return before === undefined || now === undefined || isSameValue(before, now)
}

function bringTogether(
  rule: MergeRule,
  base: Json | undefined,
  mine: Json,
  theirs: Json | undefined,
): Json | undefined {
  if (rule === 'mine') return mine
  if (rule === 'both-texts') return bothTexts(text(base), text(mine), text(theirs))
  if (rule === 'union' && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergedSet(Array.isArray(base) ? base : [], mine, theirs)
  }
  if (rule === 'by-name') return mergedByName(objectOf(base), objectOf(mine), objectOf(theirs))
  return undefined
}

/** Each value that only one side changed is that side's; undefined where both changed the same one differently. */
function mergedByName(base: Fields, mine: Fields, theirs: Fields): Json | undefined {
  const together: Fields = {}
  for (const name of Object.keys({ ...theirs, ...mine })) {
    const [before, ours, other] = [base[name], mine[name], theirs[name]]
    const chosen = isJsonEqual(other, before) ? ours : other
    const isAgreed = isJsonEqual(other, before) || isJsonEqual(ours, before) || isJsonEqual(ours, other)
    if (!isAgreed) return undefined
    if (chosen !== undefined) together[name] = chosen
  }
  return Object.keys(together).length === 0 ? null : together
}

function objectOf(value: Json | undefined): Fields {
  return fieldsOf(value) ?? {}
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Two values as one text, where the field keeps both; undefined where it does not, or where one of them is no text. */
export function asOneText(
  entity: EntityName,
  field: string,
  [base, mine, theirs]: [base: Json | undefined, mine: Json | undefined, theirs: Json | undefined],
): string | undefined {
  if (kinds[entity].mergeRules[field] !== 'both-texts') return undefined
  return typeof mine === 'string' && typeof theirs === 'string' ? bothTexts(text(base), mine, theirs) : undefined
}

/**
 * Nothing that either side wrote is lost; what both added to the same beginning is not repeated. Whole lines are compared, because
 * "gate code 12" is no part of "gate code 1234". `undefined` where the two together would be longer than the server keeps.
 */
export function bothTexts(base: string, mine: string, theirs: string): string | undefined {
  const [ours, other] = [withPlainBreaks(mine), withPlainBreaks(theirs)]
  if (hasLinesOf(ours, other)) return ours
  if (hasLinesOf(other, ours)) return other
  const both = oneBelowTheOther(withPlainBreaks(base), ours, other)
  return both.length > longestText ? undefined : both
}

function hasLinesOf(text: string, part: string): boolean {
  return part.trim() === '' || asLines(text).includes(asLines(part))
}

function asLines(text: string): string {
  const lines = text.trim().split('\n')
  return `\n${lines.map((line) => line.trim()).join('\n')}\n`
}

/** An addition begins with a space or a new line: "$1,200" is none to "$1". */
const startOfAddition = /^[,;.]*(?:\s+|$)/

function oneBelowTheOther(base: string, mine: string, theirs: string): string {
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
