import { useEffect, useRef } from 'react'
import { RecordNotFound } from '#records/states/record-not-found.tsx'
import { useLastSeen, useRecord } from '#records/use-record.ts'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { EditTour } from '#features/tours/edit/edit-tour.tsx'
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
  useFocusOnChange(edit)
  const found = useRecord('tour', idOrKey)
  const seen = useLastSeen(found, idOrKey)
  const tour = edit === null ? found : seen
  if (tour === undefined) return <Skeleton height={320} />
  if (tour === null) return <TourNotFound />
  if (edit !== null) return <EditTour key={tour.key} tour={tour} at={edit} onDone={() => onEdit(null)} />
  return <TourDetails tour={tour} onEdit={onEdit} onDeleted={onDeleted} />
}

/** The tour and its form take each other's place, and with it the button that was pressed. */
function useFocusOnChange(edit: TourPageProps['edit']): void {
  const before = useRef(edit)
  useEffect(() => {
    if (before.current === edit) return
    before.current = edit
    if (document.activeElement !== document.body) return
    // The form asks the device for its homes before it has a heading.
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    target?.focus({ preventScroll: true })
  }, [edit])
}

export function TourNotFound() {
  return (
    <RecordNotFound
      entity="tour"
      failure="Failed to load tour details. Please try again."
      to="/tours"
      place="Back to My Tours"
    />
  )
}
