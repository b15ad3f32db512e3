import { type RouteEntry, routeEntries } from '#core/domain/schedule/route-entries.ts'
import { stopKey } from '#core/domain/tours/timed-stop.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { currentStop, type RunStop, runOf } from '#core/domain/tours/tour-run.ts'
import { endedTimeline, runTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import type { TimelineEntry, TourLunch } from '#core/domain/tours/tour-timeline.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import type { DescribeStop } from './tour-route.tsx'
import type { ShownStop } from './tour-stops.ts'
import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import { takesAgentsTime } from '#core/planner/tour-planning.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { formatTime } from '#core/format/times.ts'

type RunningTour = {
  tour: { status: string; lunch?: TourLunch }
  run: readonly RunStop<ShownStop>[]
  own: readonly OwnVisit[]
  /** Seconds of the day; null if the tour is not today or has ended. */
  now: number | null
}

/** The past entries (`behind`), the others (`ahead`), and the function that describes a stop (`about`). */
type RunRoute = {
  ahead: RouteEntry<ShownStop>[]
  behind: RouteEntry<ShownStop>[]
  about: DescribeStop
}

/** Returns whether any stop of a tour was visited or skipped, so that the actual times are shown instead of the plan. */
export function hasTourProgress(tour: { status: string }, run: readonly RunStop<object>[]): boolean {
  return tour.status !== 'scheduled' && run.some(({ state }) => state !== 'coming')
}

/** Splits the entries of a running tour. If the tour has ended or no stop remains, all entries are in `ahead`. */
export function runRoute({ tour, run, own, now }: RunningTour): RunRoute {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  const isEnded = tour.status === 'completed' || tour.status === 'cancelled'
  const current = isEnded ? null : currentStop(run)
  const isBehind = (entry: Entry) =>
    entry.kind === 'stop'
      ? isPast(byName.get(stopKey(entry.stop)))
      : entry.kind !== 'drive' && now !== null && secondsOfDay(timesOf(entry).end_time) <= now
  const about: DescribeStop = (stop, arrive) => {
    const runStop = byName.get(stopKey(stop))
    if (runStop === undefined) return {}
    return { state: stopStateOf(runStop, current), words: stopText(runStop, arrive), time: timeOf(runStop) }
  }
  if (current === null) return { ahead: pastEntries(endedTimeline(run, tour.lunch, own)), behind: [], about }
  const here = current.state === 'here' ? current.name : undefined
  const { ahead, behind } = split(runTimeline(run, tour.lunch, own), isBehind, here)
  const expected = (stop: ShownStop) => {
    const runStop = byName.get(stopKey(stop))
    // A visit that has begun started at the arrival, so no waiting time is shown before it.
    return runStop === undefined ? null : runStop.state === 'here' ? { ...runStop, begins: runStop.arrival } : runStop
  }
  return { ahead: routeEntries(ahead, expected), behind: pastEntries(behind), about }
}

type Entry = TimelineEntry<ShownStop>

/** Splits the entries, and omits drives that have been driven: those to past entries and to `here`, the stop where the agent is. */
function split(
  entries: readonly Entry[],
  isBehind: (entry: Entry) => boolean,
  here: string | undefined,
): Record<'ahead' | 'behind', Entry[]> {
  const [ahead, behind]: [Entry[], Entry[]] = [[], []]
  let drives: Entry[] = []
  for (const entry of entries) {
    if (entry.kind === 'drive') drives.push(entry)
    else {
      if (isBehind(entry)) behind.push(entry)
      else if (entry.kind === 'stop' && stopKey(entry.stop) === here) ahead.push(entry)
      else ahead.push(...drives, entry)
      drives = []
    }
  }
  return { ahead, behind }
}

/** Returns the route of past entries, without free time and lateness. */
function pastEntries(entries: readonly Entry[]) {
  return routeEntries(entries, () => null)
    .filter(({ kind }) => kind !== 'free')
    .map((entry) => (entry.kind === 'own' ? Object.assign({}, entry, { lateMinutes: 0 }) : entry))
}

function timesOf(entry: Extract<Entry, { kind: 'lunch' | 'own' }>): { end_time: string } {
  return entry.kind === 'own' ? entry.visit : entry
}

function isPast(stop: RunStop<ShownStop> | undefined): boolean {
  return stop?.state === 'left' || stop?.state === 'skipped'
}

function stopStateOf(stop: RunStop<ShownStop>, current: RunStop<ShownStop> | null): ReturnType<DescribeStop>['state'] {
  if (stop.state === 'skipped') return 'skipped'
  if (stop.state === 'left') return 'done'
  return stop === current ? 'on' : undefined
}

function timeOf({ state, arrival, begins }: RunStop<ShownStop>): string | null {
  if (state === 'skipped') return null
  return state === 'coming' ? begins : arrival
}

function stopText({ state, arrival, departure, stop }: RunStop<ShownStop>, arrive: string | null): string {
  const { listing_city: city } = stop
  if (state === 'left') return `done · arrived ${formatTime(arrival)} · left ${formatTime(departure)}`
  if (state === 'skipped') return 'skipped'
  if (state === 'here') return `here since ${formatTime(arrival)}`
  return [city, arrive !== null && `arrive ${formatTime(arrive)}`, `until ${formatTime(departure)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the tour's current figures. `routeWithActualTimes`: its route with actual times; null until a stop was visited or skipped. */
export function useCurrentTour(tour: TourRow, stops: ShownStop[], own: readonly OwnVisit[]) {
  const { today, minutesNow } = useMinute()
  const now = tour.tour_date === today && takesAgentsTime(tour) ? minutesNow * 60 : null
  const shown = { ...tour, stops }
  const run = runOf<ShownStop>(shown, now)
  const { ahead, behind, about } = runRoute({ tour, run, own, now })
  const routeWithActualTimes = hasTourProgress(tour, run) ? { entries: [...behind, ...ahead], about } : null
  return { today, routeWithActualTimes, figures: tourFigures(shown, now) }
}
