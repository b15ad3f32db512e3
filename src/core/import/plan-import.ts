import type { NewClient } from '#core/contract/client.ts'
import { type JudgedPerson, judgePeople, type KnownPerson } from './judge-people.ts'
import { additionsTo } from './merge-people.ts'

/** What to do with a person who seems to be there already. */
export type DuplicateChoice = 'merge' | 'both' | 'skip'

export type ImportPlan = {
  creates: NewClient[]
  /** Clients who get what they did not have. */
  merges: { key: string; people: NewClient[] }[]
  skipped: number
}

/** What is done unless the agent says otherwise: brought together where the name agrees, too, else both stay. */
export function usualChoice({ isSure }: { isSure: boolean }): DuplicateChoice {
  return isSure ? 'merge' : 'both'
}

/** What an import does, by what the agent chose for lines that seem to be there already. */
export function planImport(
  people: readonly JudgedPerson[],
  choiceOf: (line: number, one: { isSure: boolean }) => DuplicateChoice,
): ImportPlan {
  const plan: ImportPlan = { creates: [], merges: [], skipped: 0 }
  const placeOfLine = new Map<number, number>()
  const mergeOfKey = new Map<string, NewClient[]>()
  for (const one of people) {
    const choice = one.verdict === 'new' ? 'both' : choiceOf(one.line, one)
    if (choice === 'skip') plan.skipped += 1
    else if (choice === 'both') placeOfLine.set(one.line, plan.creates.push(one.person) - 1)
    else if (one.verdict === 'known') {
      if (!one.hasMore) continue
      const merge = mergeOfKey.get(one.key)
      if (merge !== undefined) merge.push(one.person)
      else {
        const some = [one.person]
        mergeOfKey.set(one.key, some)
        plan.merges.push({ key: one.key, people: some })
      }
    } else if (one.verdict === 'repeat') {
      const place = placeOfLine.get(one.ofLine)
      const first = place === undefined ? undefined : plan.creates[place]
      if (place !== undefined && first !== undefined)
        plan.creates[place] = { ...first, ...additionsTo(first, one.person) }
    }
  }
  return plan
}

/** The plan without people who have become clients since it was made, in another tab or by an earlier import. */
export function withoutNewcomers(plan: ImportPlan, newcomers: readonly KnownPerson[]): ImportPlan {
  if (newcomers.length === 0) return plan
  const people = plan.creates.map((person, line) => ({ ...person, line }))
  const isHere = new Set(
    judgePeople(people, newcomers).people.flatMap((one) => (one.verdict === 'known' && one.isSure ? [one.line] : [])),
  )
  return { ...plan, creates: plan.creates.filter((_, line) => !isHere.has(line)), skipped: plan.skipped + isHere.size }
}
