import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { newTourTimes } from '#core/contract/tour.ts'
import { dayForNewTour } from '#core/domain/tours/tour-hours.ts'
import { TourForm } from '#features/tours/form/tour-form.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { useRecord } from '#records/use-record.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

const route = getRouteApi('/workspace/tours/new')

export function CreateTourScreen() {
  const navigate = useNavigate()
  // `client`: for whom the tour is. `from`: the tour to copy.
  const { client, from } = route.useSearch()
  const person = useRecord('client', client)
  const copied = useRecord('tour', from)
  const now = useMinute()
  if (person === undefined || copied === undefined) return null
  return (
    <>
      <HideFollowingUntilLoaded />
      <PageHeader back={<BackLink to="/tours">Back to My Tours</BackLink>} title="Create Tour" />
      <TourForm
        mode="new"
        key={`${person?.key ?? ''} ${copied?.key ?? ''}`}
        date={dayForNewTour(copied?.end_time || newTourTimes.end_time, now)}
        person={person}
        copied={copied}
        onDone={(tourId) => void navigate({ to: '/tours/$tourId', params: { tourId }, replace: true })}
      />
    </>
  )
}
