import type { Fields } from '#core/contract/json.ts'
import type { ImportKind, KnownRecord, FileRecord } from './import-kind.ts'
import * as v from 'valibot'

/** What happens with a duplicate in the file; `both` creates a second record beside the existing one. */
export type DuplicateChoice = 'merge' | 'both' | 'skip'

/** The changes that an import would make. A `merge` adds the data of one or more lines to an existing record. */
export type ImportPlan<New extends Fields = Fields> = {
  creates: New[]
  merges: { key: string; records: New[] }[]
  skipped: number
}

/** Returns the default for a duplicate: a certain one is merged, or skipped if its kind cannot merge; an uncertain one is created. */
export function defaultDuplicateChoice(
  { canMerge }: { canMerge: boolean },
  { isSure }: { isSure: boolean },
): DuplicateChoice {
  if (!isSure) return 'both'
  return canMerge ? 'merge' : 'skip'
}

/** Returns the changes for these records. `choiceOf` decides about each duplicate, which it receives with its line in the file. */
export function planImport<New extends Fields>(
  kind: ImportKind<New>,
  judged: readonly JudgedRecord<New>[],
  choiceOf: (line: number, one: { isSure: boolean }) => DuplicateChoice,
): ImportPlan<New> {
  const plan: ImportPlan<New> = { creates: [], merges: [], skipped: 0 }
  const createIndexes = new Map<number, number>()
  const mergesByKey = new Map<string, New[]>()
  for (const [index, one] of judged.entries()) {
    const choice = one.verdict === 'new' ? 'both' : choiceOf(one.line, one)
    if (choice === 'skip') plan.skipped += 1
    else if (choice === 'both') createIndexes.set(index, plan.creates.push(one.record) - 1)
    else if (one.verdict === 'known') {
      if (!one.hasMore) continue
      const merge = mergesByKey.get(one.key)
      if (merge !== undefined) merge.push(one.record)
      else {
        const records = [one.record]
        mergesByKey.set(one.key, records)
        plan.merges.push({ key: one.key, records })
      }
    } else if (one.verdict === 'repeat') {
      const create = createIndexes.get(one.ofIndex)
      const first = create === undefined ? undefined : plan.creates[create]
      if (create !== undefined && first !== undefined)
        plan.creates[create] = { ...first, ...kind.additionsTo(first, one.record) }
    }
  }
  return plan
}

/** Returns the plan without creates that certainly duplicate a record that another tab or import created since the plan was made (`newcomers`). */
export function withoutNewcomers<New extends Fields>(
  kind: ImportKind<New>,
  plan: ImportPlan<New>,
  newcomers: readonly KnownRecord<New>[],
): ImportPlan<New> {
  if (newcomers.length === 0) return plan
  const numbered = plan.creates.map((record, line) => ({ ...record, line }))
  const duplicateLines = new Set(
    judgeFile(kind, numbered, newcomers).records.flatMap((one) =>
      one.verdict === 'known' && one.isSure ? [one.line] : [],
    ),
  )
  return {
    ...plan,
    creates: plan.creates.filter((_, line) => !duplicateLines.has(line)),
    skipped: plan.skipped + duplicateLines.size,
  }
}

/**
 * A record of the file with its verdict: `new`, a duplicate of a `known` record on this device, or a `repeat` of an earlier line. `isSure`
 * is false if only an email or phone number matches. `hasMore`: the file's record has data that the known record lacks. `knownDescription`
 * is shown to the agent. `ofLine` and `ofIndex` are the earlier line and the index of its record in the judged records.
 */
export type JudgedRecord<New extends Fields = Fields> = { line: number; record: New } & (
  | { verdict: 'new' }
  | { verdict: 'known'; key: string; knownDescription: string; isSure: boolean; hasMore: boolean }
  | { verdict: 'repeat'; ofLine: number; ofIndex: number; isSure: boolean }
)

/** A line that cannot be imported. `record` is its content, which the agent can correct and import again; null if the line cannot be read. */
export type RefusedLine = { line: number; title: string; record: FileRecord | null; reasons: string[] }

/** The contents of a file with fixed fields (vCard, iCalendar): its records, the parts that cannot be read, and remarks for the agent. */
export type ParsedFile = { records: FileRecord[]; unread: RefusedLine[]; remarks: string[] }

export type JudgedFile<New extends Fields = Fields> = { records: JudgedRecord<New>[]; refused: RefusedLine[] }

/** Checks all records of a file, and compares them with those on this device (`known`) and with earlier ones in the file. */
export function judgeFile<New extends Fields>(
  kind: ImportKind<New>,
  all: readonly FileRecord[],
  known: readonly KnownRecord<New>[],
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
        knownDescription: kind.describeKnown?.(found) ?? kind.titleOf(found),
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

function isSameRefusal(last: RefusedLine | undefined, { line, title, reasons }: RefusedLine): boolean {
  return last?.line === line && last.title === title && last.reasons.join('\n') === reasons.join('\n')
}

function finderOf<New extends Fields, One extends New>(kind: ImportKind<New>, all: readonly One[]) {
  const byMatchKey = new Map<string, One[]>()
  const add = (one: One) => {
    for (const key of kind.matchKeysOf(one)) {
      const matches = byMatchKey.get(key)
      if (matches === undefined) byMatchKey.set(key, [one])
      else matches.push(one)
    }
  }
  for (const one of all) add(one)
  return {
    add,
    /** Returns the match that is certain, or else the first record that shares one of the kind's `matchKeysOf`. */
    find: (record: New): { found: One; isSure: boolean } | null => {
      const matches = kind.matchKeysOf(record).flatMap((key) => byMatchKey.get(key) ?? [])
      const sure = matches.find((one) => kind.isCertainDuplicate(one, record))
      const found = sure ?? matches[0]
      return found === undefined ? null : { found, isSure: sure !== undefined }
    },
  }
}
