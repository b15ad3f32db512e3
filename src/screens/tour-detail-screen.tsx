import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { TourPage } from '#features/tours/details/tour-page.tsx'
import { linkToListPosition } from '#ui/lists/list-positions.ts'

const route = getRouteApi('/workspace/tours/$tourId')

export function TourDetailScreen() {
  const { tourId } = route.useParams()
  const { edit = null } = route.useSearch()
  const navigate = useNavigate()
  return (
    <TourPage
      idOrKey={tourId}
      edit={edit}
      onEdit={(what) =>
        void navigate({ to: '/tours/$tourId', params: { tourId }, search: what === null ? {} : { edit: what } })
      }
      onDeleted={() => void navigate(linkToListPosition('/tours'))}
    />
  )
}
