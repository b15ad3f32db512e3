import type { TourStep } from '#core/contract/tour-step.ts'
import type { DriveFigures } from '#core/domain/travel/drive-estimate.ts'
import { type Delay, lastStep, noNotes, notesByStop, type RunState } from './tour-run-steps.ts'
import { inOrder, stopName, type TimedStop } from './timed-stop.ts'
import { plannedDrive } from './tour-timeline.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/seconds-of-day.ts'

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
