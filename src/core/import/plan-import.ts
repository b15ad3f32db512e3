import type { Fields } from '#core/contract/json.ts'
import type { ImportKind, Known } from './import-kind.ts'
import { type Judged, judgeFile } from './judge-file.ts'

/** What to do with a line that seems to be there already. */
export type DuplicateChoice = 'merge' | 'both' | 'skip'

export type ImportPlan<New extends Fields = Fields> = {
  creates: New[]
  /** Records that get what they did not have. */
  merges: { key: string; records: New[] }[]
  skipped: number
}

/** What is done unless the agent says otherwise: what is the same for certain is brought together, else both stay. */
export function usualChoice({ canMerge }: { canMerge: boolean }, { isSure }: { isSure: boolean }): DuplicateChoice {
  if (!isSure) return 'both'
  return canMerge ? 'merge' : 'skip'
}

/** What an import does, by what the agent chose for lines that seem to be there already. */
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

/** The plan without what has come here since it was made, in another tab or by an earlier import. */
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
