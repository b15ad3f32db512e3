import { getRouteApi } from '@tanstack/react-router'
import { EditListingForm } from '#features/listings/edit-listing-form.tsx'
import { linkToListPosition } from '#ui/lists/list-positions.ts'

const route = getRouteApi('/workspace/listings/edit/$listingId')

export function EditListingScreen() {
  const { listingId } = route.useParams()
  // True if the form turns a home to show into the agent's own listing.
  const { mine } = route.useSearch()
  const navigate = route.useNavigate()
  const showList = () => void navigate(linkToListPosition('/my-listings'))
  // The list may be filtered to homes to show, which no longer include this listing.
  const showListing = () => void navigate({ to: '/listings/$listingId', params: { listingId } })
  return (
    <EditListingForm
      key={listingId}
      listingId={listingId}
      makesMine={mine === true}
      onSaved={mine === true ? showListing : showList}
      onDeleted={showList}
    />
  )
}
