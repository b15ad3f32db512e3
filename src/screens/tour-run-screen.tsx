import { getRouteApi } from '@tanstack/react-router'
import { ShowingOutcome, WithOutcomeSheet } from '#features/showings/showing-outcome.tsx'
import { TourRun } from '#features/tours/run/tour-run.tsx'

const route = getRouteApi('/workspace/tours/$tourId/run')

export function TourRunScreen() {
  const { tourId } = route.useParams()
  return (
    <WithOutcomeSheet>
      <TourRun idOrKey={tourId} outcome={ShowingOutcome} />
    </WithOutcomeSheet>
  )
}
