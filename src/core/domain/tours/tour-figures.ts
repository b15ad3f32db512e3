import type { TourStep } from '#core/contract/tour.ts'
import { isUnplaced, plannedHours, type TimedStop } from './timed-stop.ts'
import { runOf, type RunStop, wasVisited } from './tour-run.ts'
import { hasApproximateStop, tourMiles, tourMilesText, tourMinutes } from './tour-labels.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { formatAbout } from '#core/format/durations.ts'

type Toured = {
  status: string
  start_time: string
  end_time: string
  stops: readonly TimedStop[]
  steps?: readonly TourStep[] | undefined
  total_distance?: number | null
  estimated_duration?: number | null
}

/** The figures of a tour as texts. `minutes`, `miles` and `averageMinutes` have no unit. */
export type TourFigures = {
  hours: { start_time: string; end_time: string }
  /** False if the tour has no plan, so that `hours` are the hours that the agent entered. */
  isTimed: boolean
  minutes: string
  miles: string
  /** The miles with their unit. */
  milesText: string
  /** "4" before the run; "2 of 4 seen" during and after it. */
  homes: string
  /** The average minutes of a visit. */
  averageMinutes: string
}

/** Figures as planned before the run, expected during it, actual once it is completed. `now` is in seconds of the day; null on another day. */
export function tourFigures(tour: Toured, now: number | null = null): TourFigures {
  const run = runOf(tour, tour.status === 'in_progress' ? now : null)
  const visits = homesOnTheWay(tour, run)
  return visits.length === 0 ? plannedFigures(tour) : actualFigures(tour, run, visits)
}

/** Returns the stops that the agent visited or is expected to visit; empty if the tour was not run, so its figures are the planned ones. */
function homesOnTheWay<Stop extends TimedStop>(tour: Toured, run: readonly RunStop<Stop>[]): RunStop<Stop>[] {
  if (!run.some(({ state }) => state !== 'coming')) return []
  if (tour.status === 'completed') return run.filter((stop) => wasVisited(tour, stop))
  return tour.status === 'in_progress' ? run.filter(({ state }) => state !== 'skipped') : []
}

function plannedFigures(tour: Toured): TourFigures {
  const planned = plannedHours(tour.stops)
  const visits = tour.stops.reduce((sum, { duration_minutes }) => sum + (Number(duration_minutes) || 0), 0)
  return {
    hours: planned ?? tour,
    isTimed: planned !== null,
    minutes: tourMinutes(tour),
    miles: tourMiles(tour),
    milesText: tourMilesText(tour),
    homes: String(tour.stops.length),
    averageMinutes: tour.stops.length === 0 ? '–' : String(Math.round(visits / tour.stops.length)),
  }
}

function actualFigures(
  tour: Toured,
  run: readonly RunStop<TimedStop>[],
  visits: readonly RunStop<TimedStop>[],
): TourFigures {
  const [first, last] = [visits[0], visits.at(-1)]
  const hours = { start_time: first?.begins ?? tour.start_time, end_time: last?.departure ?? tour.end_time }
  const stays = visits.map(({ begins, departure }) => minutesOfDay(departure) - minutesOfDay(begins))
  const total_distance = milesDriven(visits)
  const stops = visits.map(({ stop }) => stop)
  const seen = run.filter((stop) => stop.state === 'left' || wasVisited(tour, stop)).length
  return {
    hours,
    isTimed: true,
    minutes: formatAbout(
      String(Math.round(minutesOfDay(hours.end_time) - minutesOfDay(hours.start_time))),
      isRoughAhead(visits),
    ),
    miles: tourMiles({ total_distance, stops }),
    milesText: tourMilesText({ total_distance, stops }),
    homes: `${seen} of ${run.length} seen`,
    averageMinutes: String(Math.round(stays.reduce((sum, minutes) => sum + minutes, 0) / stays.length)),
  }
}

/** Null if a drive is unknown; an unplaced home has no drive and is not counted. */
function milesDriven(visits: readonly RunStop<TimedStop>[]): number | null {
  const drives = visits.slice(1).filter(({ stop }) => !isUnplaced(stop))
  if (drives.some(({ drive }) => drive === null)) return null
  return drives.reduce((sum, { drive }) => sum + (drive?.miles ?? 0), 0)
}

/** False once no visit is ahead: actual times are exact, even if a drive was estimated from an approximate location. */
function isRoughAhead(visits: readonly RunStop<TimedStop>[]): boolean {
  return visits.some(({ state }) => state === 'coming') && hasApproximateStop(visits.map(({ stop }) => stop))
}
