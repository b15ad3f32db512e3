import type { TourStep } from '#core/contract/tour.ts'
import type { DriveFigures } from '#core/domain/travel/driving.ts'
import { inOrder, stopName, type TimedStop } from './timed-stop.ts'
import { plannedDrive, type TourLunch } from './tour-timeline.ts'
import { secondsOfDay, timeOfSeconds, type Moment } from '#core/domain/time/wall-clock.ts'

/** A stop of a tour under way. Times are those of the clock on the wall. */
export type RunStop<Stop> = {
  stop: Stop
  name: string
  state: RunState
  /** When it happened, where it has, else when it is expected with what was noted so far. */
  arrival: string
  departure: string
  /** When the visit begins: later than the arrival for who has to wait before the home can be seen. */
  begins: string
  /** From the stop before; null for the first one and where it is unknown. When to leave for it, the whole day says. */
  drive: DriveFigures | null
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
 * earlier than planned. `now`, in seconds of the day, is the clock of who is on the way: what has not happened yet is
 * not expected before it. Null where the tour is only looked at. `later`: one stop that cannot be reached earlier,
 * because of what else the agent does before.
 */
export function runOf<Stop extends TimedStop>(
  { stops, lunch, steps = [] }: Underway<Stop>,
  now: number | null = null,
  later: { name: string; notBefore: number } | null = null,
): RunStop<Stop>[] {
  const notes = notesByStop(steps)
  const run: RunStop<Stop>[] = []
  let before: { stop: Stop; plannedEnd: number; end: number } | null = null
  let neighbour: Stop | null = null
  for (const stop of inOrder(stops)) {
    const name = stopName(stop)
    const note = notes.get(name) ?? noNotes
    const planned = plannedTimes(stop, before?.plannedEnd ?? 0)
    const drive = before === null ? null : driveFrom(before.stop, stop, neighbour)
    const rest = before === null ? 0 : restSeconds(before.plannedEnd, planned.start, lunch)
    const gap = before === null ? 0 : Math.max(planned.start - before.plannedEnd, 0)
    // Whole minutes of a drive may be more than the seconds that were planned for it.
    const way = Math.min(gap, (drive?.minutes ?? 0) * 60 + rest)
    const reached: number = before === null ? planned.start : before.end + way
    const notBefore = later?.name === name ? later.notBefore : 0
    const expected = delayed(Math.max(planned.start, reached, notBefore), note.delaysBefore, now)
    // Who comes before the home can be seen waits, or eats there; who chose to come earlier does not wait.
    const meal = restSeconds(planned.start, planned.visit, lunch)
    const isEarly = note.delaysBefore.some(({ minutes }) => minutes < 0)
    const stay = (start: number) => {
      const begins = isEarly ? start : Math.max(start + meal, planned.visit)
      return { begins, end: delayed(begins + planned.end - planned.visit, note.delaysInside, now) }
    }
    const arrived = note.arrivedAt === null ? expected : secondsOfDay(note.arrivedAt)
    const { begins, end } = note.leftAt === null ? stay(arrived) : { begins: arrived, end: secondsOfDay(note.leftAt) }
    const start = Math.min(arrived, end)
    run.push({
      stop,
      name,
      state: note.state,
      arrival: timeOfSeconds(start),
      departure: timeOfSeconds(end),
      begins: timeOfSeconds(Math.min(begins, end)),
      drive,
      rating: note.rating,
      note: note.note,
    })
    neighbour = stop
    // Who skips a stop drives from the one before it.
    if (note.state !== 'skipped') before = { stop, plannedEnd: planned.end, end }
  }
  return run
}

/**
 * How many whole minutes later than at the last step the current visit ends, or begins where the agent is on the way:
 * what nobody has been told of. 0 on another day, where `now` is null.
 */
export function minutesBehind<Stop extends TimedStop>(
  tour: Underway<Stop>,
  now: number | null,
  later: Parameters<typeof runOf>[2] = null,
): number {
  if (now === null) return 0
  const said = currentStop(runAtLastStep(tour, later))
  const current = currentStop(runOf(tour, now, later))
  if (said === null || current === null) return 0
  const timeOf = ({ state, begins, departure }: RunStop<Stop>) => secondsOfDay(state === 'here' ? departure : begins)
  return Math.max(0, Math.floor((timeOf(current) - timeOf(said)) / 60))
}

/** How the tour was expected to go on when the agent last noted something: what people know of it. */
export function runAtLastStep<Stop extends TimedStop>(
  tour: Underway<Stop>,
  later: Parameters<typeof runOf>[2] = null,
): RunStop<Stop>[] {
  const last = lastStep(tour.steps ?? [])
  return runOf(tour, last === null ? null : secondsOfDay(last.at), later)
}

/** Where the agent is, else where to go next; null when nothing is left. */
export function currentStop<Stop>(run: readonly RunStop<Stop>[]): RunStop<Stop> | null {
  return run.find(({ state }) => state === 'here') ?? run.find(({ state }) => state === 'coming') ?? null
}

/** Never before now; who says "ten minutes late" means from what was to be seen when it was said. */
function delayed(expected: number, delays: readonly Delay[], now: number | null): number {
  let time = expected
  for (const { at, minutes } of delays) {
    time = (now === null ? time : Math.max(time, Math.min(secondsOfDay(at), now))) + minutes * 60
  }
  return now === null ? time : Math.max(time, now)
}

/** The drive to a stop was planned from its neighbour; from elsewhere it is estimated, where both places are known. */
function driveFrom<Stop extends TimedStop>(from: Stop, to: Stop, neighbour: Stop | null) {
  const planned = plannedDrive(from, to)
  return from === neighbour ? planned : (plannedDrive(from, { ...to, drive_minutes: null }) ?? planned)
}

function plannedTimes(stop: TimedStop, notBefore: number): { start: number; visit: number; end: number } {
  const start = stop.estimated_arrival === undefined ? notBefore : secondsOfDay(stop.estimated_arrival)
  const stay = (stop.duration_minutes ?? 30) * 60
  const end = stop.estimated_departure === undefined ? start + stay : secondsOfDay(stop.estimated_departure)
  return { start, visit: Math.max(start, Math.min(end, end - stay)), end: Math.max(end, start) }
}

/** The lunch that is planned between two times. */
function restSeconds(from: number, to: number, lunch: Underway<unknown>['lunch']): number {
  if (!lunch) return 0
  const [start, end] = [secondsOfDay(lunch.start_time), secondsOfDay(lunch.end_time)]
  return start >= from && end <= to ? end - start : 0
}

type Toured<Stop> = { status: string; stops: readonly Stop[]; steps?: readonly TourStep[] | undefined }

/** The homes of a tour that were visited, or of which the buyer said something. */
export function seenHomes<Stop extends TimedStop>(tour: Toured<Stop>): RunStop<Stop>[] {
  return runOf(tour).filter((stop) => wasVisited(tour, stop) || stop.rating !== null || stop.note !== '')
}

/** The last home counts too where the tour ended before leaving it was noted. */
export function wasVisited({ status }: { status: string }, { state }: Pick<RunStop<object>, 'state'>): boolean {
  return state === 'left' || (state === 'here' && status !== 'in_progress')
}

/** What the buyer liked best stands first; homes without a rating follow in the order of the tour. */
export function bestFirst<Stop extends TimedStop>(homes: readonly RunStop<Stop>[]): RunStop<Stop>[] {
  return homes.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || one.stop.order - other.stop.order)
}

type RunState = 'coming' | 'here' | 'left' | 'skipped'

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
type Delay = { at: string; minutes: number }

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

type Tour = {
  status: string
  tour_date: string
  stops: readonly TimedStop[]
  lunch?: TourLunch
  steps?: readonly TourStep[] | undefined
}

/** From when until when a tour under way goes, after what was noted of it; null for any other, which keeps to its plan. */
export function spanUnderway(
  tour: Tour,
  { today, minutesNow }: Moment,
): { start_time: string; end_time: string } | null {
  if (tour.status !== 'in_progress') return null
  const now = tour.tour_date === today ? minutesNow * 60 : null
  const visited = runOf(tour, now).filter(({ state }) => state !== 'skipped')
  const [first, last] = [visited[0], visited.at(-1)]
  return first === undefined || last === undefined ? null : { start_time: first.arrival, end_time: last.departure }
}
