import { type RouteEntry, routeEntries } from '#core/domain/schedule/route-entries.ts'
import { stopKey } from '#core/domain/tours/timed-stop.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { currentStop, type RunStop, runOf } from '#core/domain/tours/tour-run.ts'
import { endedTimeline, runTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import type { TimelineEntry, TourLunch } from '#core/domain/tours/tour-timeline.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import type { AboutStop } from './tour-route.tsx'
import type { ShownStop } from './tour-stops.ts'
import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import { takesAgentsTime } from '#core/planner/tour-planning.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { formatTime } from '#core/format/times.ts'

type ToRun = {
  tour: { status: string; lunch?: TourLunch }
  run: readonly RunStop<ShownStop>[]
  own: readonly OwnVisit[]
  /** Seconds of the day; null if the tour is not today or has ended. */
  now: number | null
}

type RunRoute = {
  ahead: RouteEntry<ShownStop>[]
  behind: RouteEntry<ShownStop>[]
  about: AboutStop
}

/** Whether anything has happened on a tour, so that its actual course is shown instead of its plan. */
export function wasBegun(tour: { status: string }, run: readonly RunStop<object>[]): boolean {
  return tour.status !== 'scheduled' && run.some(({ state }) => state !== 'coming')
}

/** Splits a running tour into entries ahead and behind; of a tour that has ended, all are ahead. */
export function runRoute({ tour, run, own, now }: ToRun): RunRoute {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  const isEnded = tour.status === 'completed' || tour.status === 'cancelled'
  const current = isEnded ? null : currentStop(run)
  const isBehind = (entry: Entry) =>
    entry.kind === 'stop'
      ? isOver(byName.get(stopKey(entry.stop)))
      : entry.kind !== 'drive' && now !== null && secondsOfDay(timesOf(entry).end_time) <= now
  const about: AboutStop = (stop, arrive) => {
    const known = byName.get(stopKey(stop))
    if (known === undefined) return {}
    return { state: lookOf(known, current), words: wordsOf(known, arrive), time: timeOf(known) }
  }
  if (current === null) return { ahead: asItWas(endedTimeline(run, tour.lunch, own)), behind: [], about }
  const here = current.state === 'here' ? current.name : undefined
  const { ahead, behind } = split(runTimeline(run, tour.lunch, own), isBehind, here)
  const expected = (stop: ShownStop) => {
    const known = byName.get(stopKey(stop))
    // No waiting before a visit that has begun.
    return known === undefined ? null : known.state === 'here' ? { ...known, begins: known.arrival } : known
  }
  return { ahead: routeEntries(ahead, expected), behind: asItWas(behind), about }
}

type Entry = TimelineEntry<ShownStop>

/** Drops drives to entries behind, and to the stop where the agent is. */
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

/** Past entries show neither free time nor lateness. */
function asItWas(entries: readonly Entry[]) {
  return routeEntries(entries, () => null)
    .filter(({ kind }) => kind !== 'free')
    .map((entry) => (entry.kind === 'own' ? Object.assign({}, entry, { lateMinutes: 0 }) : entry))
}

function timesOf(entry: Extract<Entry, { kind: 'lunch' | 'own' }>): { end_time: string } {
  return entry.kind === 'own' ? entry.visit : entry
}

function isOver(stop: RunStop<ShownStop> | undefined): boolean {
  return stop?.state === 'left' || stop?.state === 'skipped'
}

function lookOf(stop: RunStop<ShownStop>, current: RunStop<ShownStop> | null): ReturnType<AboutStop>['state'] {
  if (stop.state === 'skipped') return 'skipped'
  if (stop.state === 'left') return 'done'
  return stop === current ? 'on' : undefined
}

function timeOf({ state, arrival, begins }: RunStop<ShownStop>): string | null {
  if (state === 'skipped') return null
  return state === 'coming' ? begins : arrival
}

function wordsOf({ state, arrival, departure, stop }: RunStop<ShownStop>, arrive: string | null): string {
  const { listing_city: city } = stop
  if (state === 'left') return `done · arrived ${formatTime(arrival)} · left ${formatTime(departure)}`
  if (state === 'skipped') return 'skipped'
  if (state === 'here') return `here since ${formatTime(arrival)}`
  return [city, arrive !== null && `arrive ${formatTime(arrive)}`, `until ${formatTime(departure)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the tour's current figures, and its route once it has begun; until then `went` is null. */
export function useCurrentTour(tour: TourRow, stops: ShownStop[], own: readonly OwnVisit[]) {
  const { today, minutesNow } = useMinute()
  const now = tour.tour_date === today && takesAgentsTime(tour) ? minutesNow * 60 : null
  const shown = { ...tour, stops }
  const run = runOf<ShownStop>(shown, now)
  const { ahead, behind, about } = runRoute({ tour, run, own, now })
  const went = wasBegun(tour, run) ? { entries: [...behind, ...ahead], about } : null
  return { today, went, figures: tourFigures(shown, now) }
}
