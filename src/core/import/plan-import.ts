import type { Fields } from '#core/contract/json.ts'
import type { ImportKind, Known, FileRecord } from './import-kind.ts'
import * as v from 'valibot'

export type DuplicateChoice = 'merge' | 'both' | 'skip'

/** The changes that an import would make. A `merge` adds the data of one or more lines to an existing record. */
export type ImportPlan<New extends Fields = Fields> = {
  creates: New[]
  merges: { key: string; records: New[] }[]
  skipped: number
}

/** Returns the default for a duplicate: if it is certain, it is merged, or skipped if its kind cannot merge; if not, it is created. */
export function defaultDuplicateChoice(
  { canMerge }: { canMerge: boolean },
  { isSure }: { isSure: boolean },
): DuplicateChoice {
  if (!isSure) return 'both'
  return canMerge ? 'merge' : 'skip'
}

/** Returns the changes that importing these lines would make. `choiceOf` returns what to do with a duplicate. */
export function planImport<New extends Fields>(
  kind: ImportKind<New>,
  judged: readonly Judged<New>[],
  choiceOf: (line: number, one: { isSure: boolean }) => DuplicateChoice,
): ImportPlan<New> {
  const plan: ImportPlan<New> = { creates: [], merges: [], skipped: 0 }
  const createOfIndex = new Map<number, number>()
  const mergeOfKey = new Map<string, New[]>()
  for (const [index, one] of judged.entries()) {
    const choice = one.verdict === 'new' ? 'both' : choiceOf(one.line, one)
    if (choice === 'skip') plan.skipped += 1
    else if (choice === 'both') createOfIndex.set(index, plan.creates.push(one.record) - 1)
    else if (one.verdict === 'known') {
      if (!one.hasMore) continue
      const merge = mergeOfKey.get(one.key)
      if (merge !== undefined) merge.push(one.record)
      else {
        const records = [one.record]
        mergeOfKey.set(one.key, records)
        plan.merges.push({ key: one.key, records })
      }
    } else if (one.verdict === 'repeat') {
      const create = createOfIndex.get(one.ofIndex)
      const first = create === undefined ? undefined : plan.creates[create]
      if (create !== undefined && first !== undefined)
        plan.creates[create] = { ...first, ...kind.additionsTo(first, one.record) }
    }
  }
  return plan
}

/** Returns the plan without creates that surely duplicate `newcomers`: records that another tab or import created since the plan was made. */
export function withoutNewcomers<New extends Fields>(
  kind: ImportKind<New>,
  plan: ImportPlan<New>,
  newcomers: readonly Known<New>[],
): ImportPlan<New> {
  if (newcomers.length === 0) return plan
  const numbered = plan.creates.map((record, line) => ({ ...record, line }))
  const isHere = new Set(
    judgeFile(kind, numbered, newcomers).records.flatMap((one) =>
      one.verdict === 'known' && one.isSure ? [one.line] : [],
    ),
  )
  return { ...plan, creates: plan.creates.filter((_, line) => !isHere.has(line)), skipped: plan.skipped + isHere.size }
}

/**
 * A record of the file with its verdict: `new`, a duplicate of a `known` record on this device, or a `repeat` of an earlier line. `isSure`
 * is false if only an email or phone number matches. `hasMore`: the line has data that the known record lacks. `who` is a description of
 * the known record. `ofLine` and `ofIndex` are the earlier line and its index in the judged records.
 */
export type Judged<New extends Fields = Fields> = { line: number; record: New } & (
  | { verdict: 'new' }
  | { verdict: 'known'; key: string; who: string; isSure: boolean; hasMore: boolean }
  | { verdict: 'repeat'; ofLine: number; ofIndex: number; isSure: boolean }
)

/** A line that cannot be imported. `record` is its content, which can be corrected and imported again; null if the line cannot be read. */
export type Refused = { line: number; title: string; record: FileRecord | null; reasons: string[] }

/** The contents of a file with fixed fields (vCard, iCalendar): its records (`records`), the parts that cannot be read, and remarks to show. */
export type ParsedFile = { records: FileRecord[]; unread: Refused[]; remarks: string[] }

export type JudgedFile<New extends Fields = Fields> = { records: Judged<New>[]; refused: Refused[] }

/** Validates the records of a file, and compares them with the agent's records and with each other. */
export function judgeFile<New extends Fields>(
  kind: ImportKind<New>,
  all: readonly FileRecord[],
  known: readonly Known<New>[],
): JudgedFile<New> {
  const onDevice = finderOf(kind, known)
  const earlier = finderOf<New, New & { line: number; index: number }>(kind, [])
  const judged: JudgedFile<New> = { records: [], refused: [] }
  for (const fileRecord of all) {
    const { line } = fileRecord
    const parsed = v.safeParse(kind.schema, fileRecord, { abortPipeEarly: true })
    if (!parsed.success) {
      const reasons = [...new Set(parsed.issues.map((issue) => issue.message))]
      const refused = { line, title: kind.titleOf(fileRecord), record: fileRecord, reasons }
      if (!isSameRefusal(judged.refused.at(-1), refused)) judged.refused.push(refused)
      continue
    }
    const record = parsed.output
    const match = onDevice.find(record)
    const repeated = match === null ? earlier.find(record) : null
    if (match !== null) {
      const { found, isSure } = match
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
    } else if (repeated !== null) {
      const { found, isSure } = repeated
      judged.records.push({ line, record, verdict: 'repeat', ofLine: found.line, ofIndex: found.index, isSure })
    } else {
      earlier.add({ ...record, line, index: judged.records.length })
      judged.records.push({ line, record, verdict: 'new' })
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
    for (const name of kind.matchKeysOf(one)) {
      const some = byName.get(name)
      if (some === undefined) byName.set(name, [one])
      else some.push(one)
    }
  }
  for (const one of all) add(one)
  return {
    add,
    /** Returns the match that is certain, or else the first record that shares one of the kind's `matchKeysOf`. */
    find: (record: New): { found: One; isSure: boolean } | null => {
      const matches = kind.matchKeysOf(record).flatMap((name) => byName.get(name) ?? [])
      const sure = matches.find((one) => kind.isCertainDuplicate(one, record))
      const found = sure ?? matches[0]
      return found === undefined ? null : { found, isSure: sure !== undefined }
    },
  }
}
