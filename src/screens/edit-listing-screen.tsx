import { getRouteApi } from '@tanstack/react-router'
import { EditListingForm } from '#features/listings/edit-listing-form.tsx'
import { keptPlace } from '#ui/kept-places.ts'

const route = getRouteApi('/workspace/listings/edit/$listingId')

export function EditListingScreen() {
  const { listingId } = route.useParams()
  const { mine } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <EditListingForm
      key={listingId}
      listingId={listingId}
      makesMine={mine === true}
      onDone={() => void navigate(keptPlace('/my-listings'))}
    />
  )
}
