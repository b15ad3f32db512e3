import { getRouteApi } from '@tanstack/react-router'
import { EditListingForm } from '#features/listings/edit-listing-form.tsx'

const route = getRouteApi('/workspace/listings/edit/$listingId')

export function EditListingScreen() {
  const { listingId } = route.useParams()
  const navigate = route.useNavigate()
  return <EditListingForm key={listingId} listingId={listingId} onDone={() => void navigate({ to: '/my-listings' })} />
}
