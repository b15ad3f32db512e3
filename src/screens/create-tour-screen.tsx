import { useNavigate } from '@tanstack/react-router'
import { NewTour } from '#features/tours/new-tour/new-tour.tsx'
import { useMinute } from '#storage/use-minute.ts'
import { BackLink } from '#ui/back-link.tsx'
import { PageHead } from '#ui/page-head.tsx'

export function CreateTourScreen() {
  const navigate = useNavigate()
  const { today } = useMinute()
  return (
    <>
      <PageHead back={<BackLink to="/tours">My Tours</BackLink>} title="Create Tour" />
      <NewTour
        date={today}
        onCreated={(tourId) => void navigate({ to: '/tours/$tourId', params: { tourId }, replace: true })}
      />
    </>
  )
}
