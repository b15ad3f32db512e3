import { Link } from '@tanstack/react-router'
import { wasVisited, type RunStop, lastStep } from '#core/domain/tours/tour-run.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { CheckIcon, PrinterIcon } from '#ui/icons/icon.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { ComparisonSheet } from '#features/tours/details/tour-paper.tsx'
import { TourComparison } from '#features/tours/details/tour-comparison.tsx'
import type { ShownStop } from '../tour-stops.ts'
import { useTourStatus } from '#features/tours/change-tour-status.tsx'
import { StopRating } from './stop-rating.tsx'
import styles from './tour-run.module.css'
import { UndoStep, useRunSteps } from './run-steps.tsx'
import { formatCount } from '#core/format/numbers.ts'

export function TourEnd({ tour, run }: { tour: TourRow; run: readonly RunStop<ShownStop>[] }) {
  const { mark, dialog } = useTourStatus(tour)
  const { logStep } = useRunSteps(tour)
  const last = lastStep(tour.steps ?? [])
  const visited = run.filter((stop) => wasVisited(tour, stop))
  if (run.length === 0) return <p>This tour has no stops. Edit it to choose homes.</p>
  const isCancelled = tour.status === 'cancelled'
  return (
    <>
      {tour.status !== 'in_progress' && (
        <>
          <p>
            This tour {isCancelled ? 'was cancelled' : 'is completed'}. {formatVisited(run, visited.length)} To
            continue, mark it as in progress on the tour’s page.
          </p>
          <Link to="/tours/$tourId" params={{ tourId: recordIdInUrl(tour) }} className={buttonClass()}>
            Open Tour
          </Link>
        </>
      )}
      {(visited.length > 0 || tour.status === 'in_progress') && (
        <section className={styles.ratings} aria-labelledby="ratings">
          <h2 id="ratings">How did the buyer like the homes?</h2>
          {visited.length === 0 && <p>No home was visited.</p>}
          {visited.map((stop) => (
            <StopRating key={stop.name} tour={tour} stop={stop} />
          ))}
        </section>
      )}
      <TourComparison tour={tour} />
      {visited.length > 0 && (
        <Button onClick={() => window.print()}>
          <PrinterIcon size={18} />
          Print Comparison
        </Button>
      )}
      {last !== null && tour.status === 'in_progress' && (
        <UndoStep step={last} logStep={logStep}>
          Undo the last step
        </UndoStep>
      )}
      {tour.status === 'in_progress' && (
        <BottomActions>
          <Button variant="primary" size="large" onClick={() => mark('completed')}>
            <CheckIcon size={20} />
            Mark as Completed
          </Button>
        </BottomActions>
      )}
      <ComparisonSheet tour={tour} isPrinted />
      {dialog}
    </>
  )
}

/** Returns "Visited 2 of 3 homes."; a tour that was only marked as completed has no visits. */
function formatVisited({ length }: readonly unknown[], visited: number): string {
  if (visited === 0) return 'No visits were recorded.'
  return `Visited ${visited} of ${formatCount(length, 'home')}.`
}
