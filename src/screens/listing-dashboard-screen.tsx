import { getRouteApi } from '@tanstack/react-router'
import { ListingNotFound } from '#features/listings/listing-head.tsx'
import { ListingPicture } from '#features/listings/listing-picture.tsx'
import { ListingWeekPage } from '#features/seller-report/listing-week-page.tsx'

const route = getRouteApi('/workspace/listings/$listingId/dashboard')

export function ListingDashboardScreen() {
  const { listingId } = route.useParams()
  return (
    <ListingWeekPage
      key={listingId}
      listingId={listingId}
      photo={<ListingPicture listingId={listingId} />}
      notFound={<ListingNotFound title="Listing not found." failure="Failed to load dashboard data" />}
    />
  )
}
