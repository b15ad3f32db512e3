import { Link, useNavigate } from '@tanstack/react-router'
import { NewTour } from '#features/tours/new-tour/new-tour.tsx'
import { useMinute } from '#storage/use-minute.ts'
import { ArrowLeftIcon } from '#ui/icon.tsx'
import { backLinkClass, PageHead } from '#ui/page-head.tsx'

export function CreateTourScreen() {
  const navigate = useNavigate()
  const { today } = useMinute()
  return (
    <>
      <PageHead
        back={
          <Link to="/tours" className={backLinkClass}>
            <ArrowLeftIcon size={20} />
            My Tours
          </Link>
        }
        title="Create Tour"
      />
      <NewTour
        date={today}
        onCreated={(tourId) => void navigate({ to: '/tours/$tourId', params: { tourId }, replace: true })}
      />
    </>
  )
}
