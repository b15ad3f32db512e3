import { Link } from '@tanstack/react-router'
import { NothingHere } from '#records/nothing-here.tsx'
import { useLoadState } from '#records/use-load-state.ts'
import { useRecord } from '#records/use-record.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RouteIcon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BackToTours } from './back-to-tours.tsx'
import { EditTour } from './edit/edit-tour.tsx'
import { TourDetails } from './tour-details.tsx'

type TourPageProps = {
  idOrKey: string
  /** What of the tour is being edited; null while it is looked at. */
  edit: 'all' | 'date' | null
  onEdit: (what: 'all' | 'date' | null) => void
  onDeleted: () => void
}

/** One tour: its day, its figures, what to do with it, or its form. */
export function TourPage({ idOrKey, edit, onEdit, onDeleted }: TourPageProps) {
  const tour = useRecord('tour', idOrKey)
  if (tour === undefined) return <Skeleton height={320} />
  if (tour === null) return <TourNotFound />
  if (edit !== null) return <EditTour key={tour.key} tour={tour} at={edit} onDone={() => onEdit(null)} />
  return <TourDetails tour={tour} onEdit={onEdit} onDeleted={onDeleted} />
}

/** An address that leads to no tour on this device. */
export function TourNotFound() {
  const load = useLoadState('tour')
  return (
    <>
      <PageHead title={load === 'known' ? 'Tour not found' : 'Tour'} back={<BackToTours />} />
      <NothingHere load={load} failure="Failed to load tour details. Please try again." what="This tour">
        <EmptyState
          icon={<RouteIcon />}
          title="This device has no such tour"
          action={
            <Link to="/tours" className={buttonClass()}>
              My Tours
            </Link>
          }
        >
          It may have been deleted.
        </EmptyState>
      </NothingHere>
    </>
  )
}
