import type { TourStep } from '#core/contract/tour-step.ts'

export type RunState = 'coming' | 'here' | 'left' | 'skipped'

/** The last step that may be taken back: the newest tap that was none already. */
export function lastStep(steps: readonly TourStep[]): TourStep | null {
  return standing(steps).findLast(({ kind }) => kind !== 'rated') ?? null
}

/** False for a tap that says what is known already, such as the second one of a double tap. */
export function isNewStep(steps: readonly TourStep[], step: TourStep): boolean {
  const facts = factsOf(steps)
  if (step.kind === 'undone') return facts.some(({ ids }) => ids.has(step.undoes ?? ''))
  return repeatedBy(facts, step) === undefined
}

/** "Later than it looked": so many minutes, said at a time of the clock. */
export type Delay = { at: string; minutes: number }

/** What was noted of one stop. */
type StopNotes = {
  state: RunState
  arrivedAt: string | null
  leftAt: string | null
  /** On the way to it, and in staying there. */
  delaysBefore: readonly Delay[]
  delaysInside: readonly Delay[]
  rating: number | null
  note: string
}

export const noNotes: StopNotes = {
  state: 'coming',
  arrivedAt: null,
  leftAt: null,
  delaysBefore: [],
  delaysInside: [],
  rating: null,
  note: '',
}

export function notesByStop(steps: readonly TourStep[]): Map<string, StopNotes> {
  const notes = new Map<string, StopNotes>()
  for (const step of standing(steps)) notes.set(step.stop_id, afterStep(notes.get(step.stop_id) ?? noNotes, step))
  return notes
}

function afterStep(notes: StopNotes, { kind, at, minutes, rating, note }: TourStep): StopNotes {
  switch (kind) {
    case 'arrived':
      return { ...notes, state: 'here', arrivedAt: at, leftAt: null }
    case 'left':
      return { ...notes, state: 'left', leftAt: at }
    case 'skipped':
      return { ...notes, state: 'skipped', arrivedAt: null, leftAt: null }
    case 'late':
      return notes.state === 'here'
        ? { ...notes, delaysInside: [...notes.delaysInside, { at, minutes: minutes ?? 0 }] }
        : { ...notes, delaysBefore: [...notes.delaysBefore, { at, minutes: minutes ?? 0 }] }
    case 'rated':
      return { ...notes, rating, note }
    case 'undone':
      return notes
  }
}

/** The steps that were not taken back, each fact once. */
function standing(steps: readonly TourStep[]): TourStep[] {
  return factsOf(steps).map(({ step }) => step)
}

/** A step with the names of all that say the same; two devices that noted it offline come together with one each. */
type Fact = { step: TourStep; ids: Set<string> }

/** Taking a step back takes back all that say the same. */
function factsOf(steps: readonly TourStep[]): Fact[] {
  let facts: Fact[] = []
  const undone = new Set<string>()
  for (const step of steps) {
    if (step.kind === 'undone') {
      const { undoes } = step
      if (undoes === null) continue
      undone.add(undoes)
      facts = facts.filter(({ ids }) => !ids.has(undoes))
    } else if (!undone.has(step.id)) {
      const known = repeatedBy(facts, step)
      if (known === undefined) facts.push({ step, ids: new Set([step.id]) })
      else known.ids.add(step.id)
    }
  }
  return facts
}

/** The fact that a step only says again. Being late adds up, and the last rating counts. */
function repeatedBy(facts: readonly Fact[], { kind, stop_id }: TourStep): Fact | undefined {
  if (kind === 'late' || kind === 'rated') return undefined
  const there = facts.filter(({ step }) => step.stop_id === stop_id && moves.has(step.kind))
  const latest = there.at(-1)
  if (latest?.step.kind === kind) return latest
  // Who has left has been there.
  if (kind !== 'arrived' || latest?.step.kind !== 'left') return undefined
  return there.findLast(({ step }) => step.kind === 'arrived') ?? latest
}

const moves: ReadonlySet<TourStep['kind']> = new Set(['arrived', 'left', 'skipped'])
