import { getRouteApi } from '@tanstack/react-router'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { ListingDetail } from '#features/listings/listing-detail.tsx'
import { OpenHousesSection, SignInCard } from '#features/open-houses/open-houses-section.tsx'
import { ShowingsSection } from '#features/showings/showings-section.tsx'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { useFetchedVisits } from '#state/visit-loads.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { linkToListPosition } from '#ui/lists/list-positions.ts'

const route = getRouteApi('/workspace/listings/$listingId')

export function ListingDetailScreen() {
  const { listingId } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <ListingDetail
      key={listingId}
      listingId={listingId}
      onDeleted={() => void navigate(linkToListPosition('/my-listings'))}
      renderAside={(listing) => (isListedByOther(listing) ? null : <SignInCard listing={listing} />)}
    >
      {(listing) => <Visits listing={listing} />}
    </ListingDetail>
  )
}

function Visits({ listing }: { listing: ListingRow }) {
  useFetchedVisits([listing.key])
  return (
    <>
      <DoorCardOfListing listing={listing.key} look="card" />
      <ShowingsSection listing={listing} />
      {!isListedByOther(listing) && <OpenHousesSection listing={listing} />}
    </>
  )
}
