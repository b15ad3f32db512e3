import type { TourStep } from '#core/contract/tour.ts'
import type { DriveFigures } from '#core/domain/travel/driving.ts'
import { inOrder, stopKey, type TimedStop } from './timed-stop.ts'
import { plannedDrive, type TourLunch } from './tour-timeline.ts'
import { secondsOfDay, timeOfSeconds, type Moment } from '#core/domain/time/wall-clock.ts'

/** A stop of a tour in progress. Times are wall-clock times. */
export type RunStop<Stop> = {
  stop: Stop
  /** `stopKey` of the stop. */
  name: string
  state: RunState
  /** The actual time if a step notes it, else the expected one. */
  arrival: string
  departure: string
  /** Later than `arrival` if the agent waits or has lunch before the visit. */
  begins: string
  /** The drive from the previous stop that was not skipped; null for the first stop and if unknown. */
  drive: DriveFigures | null
  rating: number | null
  note: string
}

type TourInProgress<Stop> = {
  stops: readonly Stop[]
  lunch?: { start_time: string; end_time: string } | null | undefined
  steps?: readonly TourStep[] | undefined
}

/**
 * Returns the stops with actual times where steps note them, and expected times otherwise. A delay moves the next stops unless
 * a wait absorbs it; no stop is expected earlier than planned, unless a step says so.
 * `now`: seconds of the day; no future arrival or departure is expected before it. Null if the tour is not run now.
 * `delayedStop`: a stop that the agent's other visits delay; it is not reached before `notBefore` (seconds of the day).
 */
export function runOf<Stop extends TimedStop>(
  { stops, lunch, steps = [] }: TourInProgress<Stop>,
  now: number | null = null,
  delayedStop: { name: string; notBefore: number } | null = null,
): RunStop<Stop>[] {
  const notes = notesByStop(steps)
  const run: RunStop<Stop>[] = []
  let before: { stop: Stop; plannedEnd: number; end: number } | null = null
  let neighbor: Stop | null = null
  for (const stop of inOrder(stops)) {
    const name = stopKey(stop)
    const note = notes.get(name) ?? noNotes
    const planned = plannedTimes(stop, before?.plannedEnd ?? 0)
    const drive = before === null ? null : driveFrom(before.stop, stop, neighbor)
    const rest = before === null ? 0 : restSeconds(before.plannedEnd, planned.start, lunch)
    const gap = before === null ? 0 : Math.max(planned.start - before.plannedEnd, 0)
    // The whole minutes of a drive may exceed the seconds that were planned for it.
    const travelSeconds = Math.min(gap, (drive?.minutes ?? 0) * 60 + rest)
    const reached: number = before === null ? planned.start : before.end + travelSeconds
    const notBefore = delayedStop?.name === name ? delayedStop.notBefore : 0
    const expected = delayed(Math.max(planned.start, reached, notBefore), note.delaysBefore, now)
    // An agent who arrives early waits or has lunch at the stop, unless a step says that the visit begins earlier.
    const lunchSeconds = restSeconds(planned.start, planned.visit, lunch)
    const isEarly = note.delaysBefore.some(({ minutes }) => minutes < 0)
    const visitFrom = (start: number) => {
      const begins = isEarly ? start : Math.max(start + lunchSeconds, planned.visit)
      return { begins, end: delayed(begins + planned.end - planned.visit, note.delaysInside, now) }
    }
    const arrived = note.arrivedAt === null ? expected : secondsOfDay(note.arrivedAt)
    const { begins, end } =
      note.leftAt === null ? visitFrom(arrived) : { begins: arrived, end: secondsOfDay(note.leftAt) }
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
    neighbor = stop
    // After a skipped stop, the drive starts at the one before it.
    if (note.state !== 'skipped') before = { stop, plannedEnd: planned.end, end }
  }
  return run
}

/** Returns the whole minutes by which the current visit has slipped since the times that were last announced; 0 if `now` is null. */
export function minutesBehind<Stop extends TimedStop>(
  tour: TourInProgress<Stop>,
  now: number | null,
  delayedStop: Parameters<typeof runOf>[2] = null,
): number {
  if (now === null) return 0
  const announced = currentStop(runAtLastStep(tour, delayedStop))
  const current = currentStop(runOf(tour, now, delayedStop))
  if (announced === null || current === null) return 0
  const timeOf = ({ state, begins, departure }: RunStop<Stop>) => secondsOfDay(state === 'here' ? departure : begins)
  return Math.max(0, Math.floor((timeOf(current) - timeOf(announced)) / 60))
}

/** Returns the run as it was expected at the agent's last step: the times that were announced to other people. */
export function runAtLastStep<Stop extends TimedStop>(
  tour: TourInProgress<Stop>,
  delayedStop: Parameters<typeof runOf>[2] = null,
): RunStop<Stop>[] {
  const last = lastStep(tour.steps ?? [])
  return runOf(tour, last === null ? null : secondsOfDay(last.at), delayedStop)
}

export function currentStop<Stop>(run: readonly RunStop<Stop>[]): RunStop<Stop> | null {
  return run.find(({ state }) => state === 'here') ?? run.find(({ state }) => state === 'coming') ?? null
}

/** Returns the expected time plus the delays, never before `now`. A delay counts from the time shown when the agent entered it. */
function delayed(expected: number, delays: readonly Delay[], now: number | null): number {
  let time = expected
  for (const { at, minutes } of delays) {
    time = (now === null ? time : Math.max(time, Math.min(secondsOfDay(at), now))) + minutes * 60
  }
  return now === null ? time : Math.max(time, now)
}

/** A stop stores the drive from the stop before it in the plan (`neighbor`). If that was skipped, the drive is estimated if possible. */
function driveFrom<Stop extends TimedStop>(from: Stop, to: Stop, neighbor: Stop | null) {
  const planned = plannedDrive(from, to)
  return from === neighbor ? planned : (plannedDrive(from, { ...to, drive_minutes: null }) ?? planned)
}

function plannedTimes(stop: TimedStop, notBefore: number): { start: number; visit: number; end: number } {
  const start = stop.estimated_arrival === undefined ? notBefore : secondsOfDay(stop.estimated_arrival)
  const stay = (stop.duration_minutes ?? 30) * 60
  const end = stop.estimated_departure === undefined ? start + stay : secondsOfDay(stop.estimated_departure)
  return { start, visit: Math.max(start, Math.min(end, end - stay)), end: Math.max(end, start) }
}

/** The length of the lunch in seconds if it lies between `from` and `to`; otherwise 0. */
function restSeconds(from: number, to: number, lunch: TourInProgress<unknown>['lunch']): number {
  if (!lunch) return 0
  const [start, end] = [secondsOfDay(lunch.start_time), secondsOfDay(lunch.end_time)]
  return start >= from && end <= to ? end - start : 0
}

type Toured<Stop> = { status: string; stops: readonly Stop[]; steps?: readonly TourStep[] | undefined }

export function visitedOrRatedStops<Stop extends TimedStop>(tour: Toured<Stop>): RunStop<Stop>[] {
  return runOf(tour).filter((stop) => wasVisited(tour, stop) || stop.rating !== null || stop.note !== '')
}

/** The last home also counts if the tour ended before the agent noted leaving it. */
export function wasVisited({ status }: { status: string }, { state }: Pick<RunStop<object>, 'state'>): boolean {
  return state === 'left' || (state === 'here' && status !== 'in_progress')
}

export function bestFirst<Stop extends TimedStop>(homes: readonly RunStop<Stop>[]): RunStop<Stop>[] {
  return homes.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || one.stop.order - other.stop.order)
}

type RunState = 'coming' | 'here' | 'left' | 'skipped'

/** The newest step that *Undo* can take back: neither a rating nor already undone. */
export function lastStep(steps: readonly TourStep[]): TourStep | null {
  return effectiveSteps(steps).findLast(({ kind }) => kind !== 'rated') ?? null
}

/** False for a step that repeats what is already noted, such as a double tap. */
export function isNewStep(steps: readonly TourStep[], step: TourStep): boolean {
  const effective = withRepetitions(steps)
  if (step.kind === 'undone') return effective.some(({ ids }) => ids.has(step.undoes ?? ''))
  return repeatedBy(effective, step) === undefined
}

/** A delay that the agent entered at the time `at`: `minutes` are added to the time that was shown then. */
type Delay = { at: string; minutes: number }

type StopNotes = {
  state: RunState
  arrivedAt: string | null
  leftAt: string | null
  /** Delays that the agent entered before arriving. */
  delaysBefore: readonly Delay[]
  /** Delays that the agent entered during the visit. */
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

/** Returns what the steps say about each stop, by `stop_id`. */
export function notesByStop(steps: readonly TourStep[]): Map<string, StopNotes> {
  const notes = new Map<string, StopNotes>()
  for (const step of effectiveSteps(steps)) notes.set(step.stop_id, afterStep(notes.get(step.stop_id) ?? noNotes, step))
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

function effectiveSteps(steps: readonly TourStep[]): TourStep[] {
  return withRepetitions(steps).map(({ step }) => step)
}

/** A step, with its own id and those of its repetitions: if two devices note the same step offline, each sends one. */
type EffectiveStep = { step: TourStep; ids: Set<string> }

/** Returns the steps that were not undone, each with its repetitions; undoing one also undoes these. */
function withRepetitions(steps: readonly TourStep[]): EffectiveStep[] {
  let effective: EffectiveStep[] = []
  const undone = new Set<string>()
  for (const step of steps) {
    if (step.kind === 'undone') {
      const { undoes } = step
      if (undoes === null) continue
      undone.add(undoes)
      effective = effective.filter(({ ids }) => !ids.has(undoes))
    } else if (!undone.has(step.id)) {
      const known = repeatedBy(effective, step)
      if (known === undefined) effective.push({ step, ids: new Set([step.id]) })
      else known.ids.add(step.id)
    }
  }
  return effective
}

/** Returns the earlier step that a step repeats. A delay or rating never does: delays add up and the last rating counts. */
function repeatedBy(effective: readonly EffectiveStep[], { kind, stop_id }: TourStep): EffectiveStep | undefined {
  if (kind === 'late' || kind === 'rated') return undefined
  const stepsAtStop = effective.filter(({ step }) => step.stop_id === stop_id && moves.has(step.kind))
  const latest = stepsAtStop.at(-1)
  if (latest?.step.kind === kind) return latest
  // Leaving a stop implies that the agent arrived there.
  if (kind !== 'arrived' || latest?.step.kind !== 'left') return undefined
  return stepsAtStop.findLast(({ step }) => step.kind === 'arrived') ?? latest
}

const moves: ReadonlySet<TourStep['kind']> = new Set(['arrived', 'left', 'skipped'])

type Tour = {
  status: string
  tour_date: string
  stops: readonly TimedStop[]
  lunch?: TourLunch
  steps?: readonly TourStep[] | undefined
}

/** Returns the start and end of a tour in progress, as its steps and the time of day say; null for any other tour. */
export function hoursOfTourInProgress(
  tour: Tour,
  { today, minutesNow }: Moment,
): { start_time: string; end_time: string } | null {
  if (tour.status !== 'in_progress') return null
  const now = tour.tour_date === today ? minutesNow * 60 : null
  const notSkipped = runOf(tour, now).filter(({ state }) => state !== 'skipped')
  const [first, last] = [notSkipped[0], notSkipped.at(-1)]
  return first === undefined || last === undefined ? null : { start_time: first.arrival, end_time: last.departure }
}
