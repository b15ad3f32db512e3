import { getRouteApi } from '@tanstack/react-router'
import { ListingDetail } from '#features/listings/listing-detail.tsx'
import { OpenHousesSection } from '#features/open-houses/open-houses-section.tsx'
import { ShowingsSection } from '#features/showings/showings-section.tsx'

const route = getRouteApi('/workspace/listings/$listingId')

export function ListingDetailScreen() {
  const { listingId } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <ListingDetail key={listingId} listingId={listingId} onDeleted={() => void navigate({ to: '/my-listings' })}>
      {(listing) => (
        <>
          <ShowingsSection listing={listing} />
          <OpenHousesSection listing={listing} />
        </>
      )}
    </ListingDetail>
  )
}
