import { useEffect, useRef } from 'react'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { RecordNotFound } from '#records/states/record-not-found.tsx'
import { RecordNotice, useRefusal } from '#records/states/record-notice.tsx'
import { useLastSeen, useRecord } from '#records/use-record.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { TourForm } from '#features/tours/form/tour-form.tsx'
import { TourDetails } from './tour-details.tsx'

type TourPageProps = {
  idOrKey: string
  /** Null for the tour itself; otherwise the form is open, with the focus on the date for `date`. */
  edit: 'all' | 'date' | null
  onEdit: (what: 'all' | 'date' | null) => void
  onDeleted: () => void
}

export function TourPage({ idOrKey, edit, onEdit, onDeleted }: TourPageProps) {
  useFocusOnChange(edit)
  const found = useRecord('tour', idOrKey)
  const lastSeen = useLastSeen(found, idOrKey)
  // The form stays open if the tour is deleted in another tab or on another device, so that no typed text is lost.
  const tour = edit === null ? found : lastSeen
  if (tour === undefined) return <Skeleton height={320} />
  if (tour === null) return <TourNotFound />
  if (edit !== null) return <EditTour key={tour.key} tour={tour} edit={edit} onDone={() => onEdit(null)} />
  return <TourDetails tour={tour} onEdit={onEdit} onDeleted={onDeleted} />
}

type EditTourProps = { tour: TourRow; edit: 'all' | 'date'; onDone: () => void }

/** The form to edit a tour, with the server's messages at the fields that it refused (fault H2). */
function EditTour({ tour, edit, onDone }: EditTourProps) {
  const refusal = useRefusal('tour', tour.key)
  if (refusal === undefined) return null
  const back = (
    <BackLink to="/tours/$tourId" params={{ tourId: recordIdInUrl(tour) }}>
      Back to the tour
    </BackLink>
  )
  return (
    <>
      <PageHeader back={back} title={`Edit ${tourTitle(tour.id)}`} />
      <RecordNotice entity="tour" recordKey={tour.key} />
      <TourForm mode="edit" tour={tour} at={edit} refusal={refusal} onDone={onDone} />
    </>
  )
}

/** Moves the focus when tour and form replace each other, because the pressed button is gone. */
function useFocusOnChange(edit: TourPageProps['edit']): void {
  const before = useRef(edit)
  useEffect(() => {
    if (before.current === edit) return
    before.current = edit
    if (document.activeElement !== document.body) return
    // The form has no heading until its homes are read.
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
