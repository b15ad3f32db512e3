import type { Fields } from '#core/contract/json.ts'
import type { ImportKind, Known, FileRecord } from './import-kind.ts'
import * as v from 'valibot'

export type DuplicateChoice = 'merge' | 'both' | 'skip'

export type ImportPlan<New extends Fields = Fields> = {
  creates: New[]
  merges: { key: string; records: New[] }[]
  skipped: number
}

/** By default, certain duplicates are merged, or skipped if their kind cannot merge; others are created. */
export function defaultDuplicateChoice(
  { canMerge }: { canMerge: boolean },
  { isSure }: { isSure: boolean },
): DuplicateChoice {
  if (!isSure) return 'both'
  return canMerge ? 'merge' : 'skip'
}

export function planImport<New extends Fields>(
  kind: ImportKind<New>,
  judged: readonly Judged<New>[],
  choiceOf: (line: number, one: { isSure: boolean }) => DuplicateChoice,
): ImportPlan<New> {
  const plan: ImportPlan<New> = { creates: [], merges: [], skipped: 0 }
  const placeOfLine = new Map<number, number>()
  const mergeOfKey = new Map<string, New[]>()
  for (const one of judged) {
    const choice = one.verdict === 'new' ? 'both' : choiceOf(one.line, one)
    if (choice === 'skip') plan.skipped += 1
    else if (choice === 'both') placeOfLine.set(one.line, plan.creates.push(one.record) - 1)
    else if (one.verdict === 'known') {
      if (!one.hasMore) continue
      const merge = mergeOfKey.get(one.key)
      if (merge !== undefined) merge.push(one.record)
      else {
        const some = [one.record]
        mergeOfKey.set(one.key, some)
        plan.merges.push({ key: one.key, records: some })
      }
    } else if (one.verdict === 'repeat') {
      const place = placeOfLine.get(one.ofLine)
      const first = place === undefined ? undefined : plan.creates[place]
      if (place !== undefined && first !== undefined)
        plan.creates[place] = { ...first, ...kind.additionsTo(first, one.record) }
    }
  }
  return plan
}

/** Removes creates whose record appeared since the plan was made, in another tab or by an earlier import. */
export function withoutNewcomers<New extends Fields>(
  kind: ImportKind<New>,
  plan: ImportPlan<New>,
  newcomers: readonly Known<New>[],
): ImportPlan<New> {
  if (newcomers.length === 0) return plan
  const said = plan.creates.map((record, line) => ({ ...record, line }))
  const isHere = new Set(
    judgeFile(kind, said, newcomers).records.flatMap((one) =>
      one.verdict === 'known' && one.isSure ? [one.line] : [],
    ),
  )
  return { ...plan, creates: plan.creates.filter((_, line) => !isHere.has(line)), skipped: plan.skipped + isHere.size }
}

/**
 * The verdict on one line: new, a duplicate of a `known` record, or a `repeat` of an earlier line. `isSure` is false if only an
 * email or number matches. `hasMore`: the line has data that the known record lacks.
 */
export type Judged<New extends Fields = Fields> = { line: number; record: New } & (
  | { verdict: 'new' }
  | { verdict: 'known'; key: string; who: string; isSure: boolean; hasMore: boolean }
  | { verdict: 'repeat'; ofLine: number; isSure: boolean }
)

/** `said` can be corrected and imported again; null if the line cannot be read. */
export type Refused = { line: number; title: string; said: FileRecord | null; reasons: string[] }

/** Records of a file whose format fixes the fields, so that no columns need choosing; `remarks` are for the agent. */
export type SaidByFile = { said: FileRecord[]; unread: Refused[]; remarks: string[] }

export type JudgedFile<New extends Fields = Fields> = { records: Judged<New>[]; refused: Refused[] }

/** Validates the records of a file, and compares them with the agent's records and with each other. */
export function judgeFile<New extends Fields>(
  kind: ImportKind<New>,
  all: readonly FileRecord[],
  known: readonly Known<New>[],
): JudgedFile<New> {
  const here = finderOf(kind, known)
  const earlier = finderOf<New, New & { line: number }>(kind, [])
  const judged: JudgedFile<New> = { records: [], refused: [] }
  for (const said of all) {
    const { line } = said
    const parsed = v.safeParse(kind.schema, said, { abortPipeEarly: true })
    if (!parsed.success) {
      const reasons = [...new Set(parsed.issues.map((issue) => issue.message))]
      const refused = { line, title: kind.titleOf(said), said, reasons }
      if (!isSameRefusal(judged.refused.at(-1), refused)) judged.refused.push(refused)
      continue
    }
    const record = parsed.output
    const met = here.find(record)
    const repeated = met === null ? earlier.find(record) : null
    if (met !== null) {
      const { found, isSure } = met
      const hasMore = Object.keys(kind.additionsTo(found, record)).length > 0
      judged.records.push({
        line,
        record,
        verdict: 'known',
        key: found.key,
        who: kind.saysOf?.(found) ?? kind.titleOf(found),
        isSure,
        hasMore,
      })
    } else if (repeated !== null)
      judged.records.push({ line, record, verdict: 'repeat', ofLine: repeated.found.line, isSure: repeated.isSure })
    else {
      judged.records.push({ line, record, verdict: 'new' })
      earlier.add({ ...record, line })
    }
  }
  return judged
}

function isSameRefusal(last: Refused | undefined, { line, title, reasons }: Refused): boolean {
  return last?.line === line && last.title === title && last.reasons.join('\n') === reasons.join('\n')
}

function finderOf<New extends Fields, One extends New>(kind: ImportKind<New>, all: readonly One[]) {
  const byName = new Map<string, One[]>()
  const add = (one: One) => {
    for (const name of kind.namesOf(one)) {
      const some = byName.get(name)
      if (some === undefined) byName.set(name, [one])
      else some.push(one)
    }
  }
  for (const one of all) add(one)
  return {
    add,
    /** Returns the certain match, if any, otherwise the first that shares a name. */
    find: (record: New): { found: One; isSure: boolean } | null => {
      const met = kind.namesOf(record).flatMap((name) => byName.get(name) ?? [])
      const sure = met.find((one) => kind.isSure(one, record))
      const found = sure ?? met[0]
      return found === undefined ? null : { found, isSure: sure !== undefined }
    },
  }
}
