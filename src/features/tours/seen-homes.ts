import { runOf, type RunStop } from '#core/domain/tour-run.ts'
import type { TourRow, TourStopRow } from '#storage/rows.ts'

/** The homes of a tour that were visited, or of which the buyer said something. */
export function seenHomes(tour: TourRow): RunStop<TourStopRow>[] {
  return runOf(tour).filter(({ state, rating, note }) => state === 'left' || rating !== null || note !== '')
}

/** What the buyer liked best stands first; homes without a rating follow in the order of the tour. */
export function bestFirst(homes: readonly RunStop<TourStopRow>[]): RunStop<TourStopRow>[] {
  return homes.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || one.stop.order - other.stop.order)
}
