import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { runOf } from '#core/domain/tours/tour-run.ts'
import { isLed } from '#core/planner/planning-day.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { runRoute, wasBegun } from './run-route.ts'
import type { ShownStop } from './tour-stops.ts'

/** The figures of a tour by now, and its route once it has been begun; `went` is null while only the plan is known. */
export function useTourAsItGoes(tour: TourRow, stops: ShownStop[], own: readonly OwnVisit[]) {
  const { today, minutesNow } = useMinute()
  const now = tour.tour_date === today && isLed(tour) ? minutesNow * 60 : null
  const shown = { ...tour, stops }
  const run = runOf<ShownStop>(shown, now)
  const { ahead, behind, about } = runRoute({ tour, run, own, now })
  const went = wasBegun(tour, run) ? { entries: [...behind, ...ahead], about } : null
  return { today, went, figures: tourFigures(shown, now) }
}
