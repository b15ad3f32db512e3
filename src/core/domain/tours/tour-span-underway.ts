import type { TourStep } from '#core/contract/tour-step.ts'
import type { Moment } from '#core/domain/time/has-passed.ts'
import type { TimedStop } from './timed-stop.ts'
import { runOf } from './tour-run.ts'
import type { TourLunch } from './tour-timeline.ts'

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
