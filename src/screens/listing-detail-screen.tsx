import { getRouteApi } from '@tanstack/react-router'
import { ListingDetail } from '#features/listings/listing-detail.tsx'

const route = getRouteApi('/workspace/listings/$listingId')

export function ListingDetailScreen() {
  const { listingId } = route.useParams()
  const navigate = route.useNavigate()
  return <ListingDetail key={listingId} listingId={listingId} onDeleted={() => void navigate({ to: '/my-listings' })} />
}
