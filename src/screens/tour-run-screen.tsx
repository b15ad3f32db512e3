import { getRouteApi } from '@tanstack/react-router'
import { ShowingOutcome } from '#features/showings/showing-outcome.tsx'
import { WithOutcomeSheet } from '#features/showings/with-outcome-sheet.tsx'
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
