import { runOf } from '#core/domain/tours/tour-run.ts'
import type { TourRow } from '#storage/database/rows.ts'

/** The addresses of the stops that were left out on the way. */
export function skippedHomes(tour: TourRow): string {
  return runOf(tour)
    .filter(({ state }) => state === 'skipped')
    .map(({ stop }) => stop.listing_address)
    .join(', ')
}
