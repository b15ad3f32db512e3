import { getRouteApi } from '@tanstack/react-router'
import { TourList } from '#features/tours/list/tour-list.tsx'

const route = getRouteApi('/workspace/tours')

export function ToursScreen() {
  const shown = route.useSearch()
  const navigate = route.useNavigate()
  return <TourList shown={shown} onShow={(search, { replace }) => void navigate({ search, replace })} />
}
