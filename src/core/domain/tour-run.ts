import type { TourStep } from '../contract/tour-step.ts'
import { inOrder, plannedDrive, stopName, type TimedStop } from './tour-timeline.ts'
import { secondsOfDay, timeOfSeconds } from './wall-clock.ts'

export type RunState = 'coming' | 'here' | 'left' | 'skipped'

/** A stop of a tour under way. Times are those of the clock on the wall. */
export type RunStop<Stop> = {
  stop: Stop
  name: string
  state: RunState
  /** When it happened, where it has, else when it is expected with what was noted so far. */
  arrival: string
  departure: string
  /** When to leave the stop before; null for the first one and where nobody knows the drive. */
  leaveBy: string | null
  drive: { minutes: number; miles: number } | null
  rating: number | null
  note: string
}

type Underway<Stop> = {
  stops: readonly Stop[]
  lunch?: { start_time: string; end_time: string } | null | undefined
  steps?: readonly TourStep[] | undefined
}

/**
 * Where a tour stands after its steps. Being late moves what follows, as far as no wait takes it up; nobody arrives
 * earlier than planned.
 */
export function runOf<Stop extends TimedStop>({ stops, lunch, steps = [] }: Underway<Stop>): RunStop<Stop>[] {
  const notes = notesByStop(steps)
  const run: RunStop<Stop>[] = []
  let before: { stop: Stop; plannedEnd: number; end: number } | null = null
  for (const stop of inOrder(stops)) {
    const name = stopName(stop)
    const note = notes.get(name) ?? noNotes
    const planned = plannedTimes(stop, before?.plannedEnd ?? 0)
    const drive = before === null ? null : plannedDrive(before.stop, stop)
    const rest = before === null ? 0 : restSeconds(before.plannedEnd, planned.start, lunch)
    const gap = before === null ? 0 : Math.max(planned.start - before.plannedEnd, 0)
    // Whole minutes of a drive may be more than the seconds that were planned for it.
    const way = Math.min(gap, (drive?.minutes ?? 0) * 60 + rest)
    const reached: number = before === null ? planned.start : before.end + way
    const expected = Math.max(planned.start, reached) + note.lateBefore * 60
    const start = note.arrivedAt === null ? expected : secondsOfDay(note.arrivedAt)
    const isSkipped = note.state === 'skipped'
    // Who comes before the home can be seen waits.
    const visit = Math.max(start, planned.visit) + (planned.end - planned.visit) + note.lateInside * 60
    const end = note.leftAt === null ? visit : secondsOfDay(note.leftAt)
    run.push({
      stop,
      name,
      state: note.state,
      arrival: timeOfSeconds(start),
      departure: timeOfSeconds(end),
      leaveBy: drive === null ? null : timeOfSeconds(start - drive.minutes * 60),
      drive,
      rating: note.rating,
      note: note.note,
    })
    // Who skips a stop drives from the one before it.
    if (!isSkipped) before = { stop, plannedEnd: planned.end, end }
  }
  return run
}

/** Where the agent is, else where to go next; null when nothing is left. */
export function currentStop<Stop>(run: readonly RunStop<Stop>[]): RunStop<Stop> | null {
  return run.find(({ state }) => state === 'here') ?? run.find(({ state }) => state === 'coming') ?? null
}

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

type Notes = {
  state: RunState
  arrivedAt: string | null
  leftAt: string | null
  /** Minutes late on the way to it, and in staying there. */
  lateBefore: number
  lateInside: number
  rating: number | null
  note: string
}

const noNotes: Notes = {
  state: 'coming',
  arrivedAt: null,
  leftAt: null,
  lateBefore: 0,
  lateInside: 0,
  rating: null,
  note: '',
}

function notesByStop(steps: readonly TourStep[]): Map<string, Notes> {
  const notes = new Map<string, Notes>()
  for (const step of standing(steps)) notes.set(step.stop_id, afterStep(notes.get(step.stop_id) ?? noNotes, step))
  return notes
}

function afterStep(notes: Notes, { kind, at, minutes, rating, note }: TourStep): Notes {
  switch (kind) {
    case 'arrived':
      return { ...notes, state: 'here', arrivedAt: at, leftAt: null }
    case 'left':
      return { ...notes, state: 'left', leftAt: at }
    case 'skipped':
      return { ...notes, state: 'skipped', arrivedAt: null, leftAt: null }
    case 'late':
      return notes.state === 'here'
        ? { ...notes, lateInside: notes.lateInside + (minutes ?? 0) }
        : { ...notes, lateBefore: notes.lateBefore + (minutes ?? 0) }
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

/** Whoever takes a step back takes back all that say the same. */
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

function plannedTimes(stop: TimedStop, notBefore: number): { start: number; visit: number; end: number } {
  const start = stop.estimated_arrival === undefined ? notBefore : secondsOfDay(stop.estimated_arrival)
  const stay = (stop.duration_minutes ?? 30) * 60
  const end = stop.estimated_departure === undefined ? start + stay : secondsOfDay(stop.estimated_departure)
  return { start, visit: Math.max(start, Math.min(end, end - stay)), end: Math.max(end, start) }
}

/** The lunch that is planned between two stops. */
function restSeconds(from: number, to: number, lunch: Underway<unknown>['lunch']): number {
  if (!lunch) return 0
  const [start, end] = [secondsOfDay(lunch.start_time), secondsOfDay(lunch.end_time)]
  return start >= from && end <= to ? end - start : 0
}
