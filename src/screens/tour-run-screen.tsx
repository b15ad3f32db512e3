import { getRouteApi } from '@tanstack/react-router'
import { ShowingOutcome, WithOutcomeSheet } from '#features/showings/showing-outcome.tsx'
import { TourRun } from '#features/tours/run/tour-run.tsx'

const route = getRouteApi('/workspace/tours/$tourId/run')

/** Passes in the form for a showing's outcome, because `features/tours` must not import `features/showings`. */
export function TourRunScreen() {
  const { tourId } = route.useParams()
  return (
    <WithOutcomeSheet>
      <TourRun idOrKey={tourId} outcome={ShowingOutcome} />
    </WithOutcomeSheet>
  )
}
