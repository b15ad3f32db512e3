import { RecordNotFound } from '#records/states/record-not-found.tsx'

type ListingNotFoundProps = { heading?: string; title: 'Listing not found' | 'Listing not found.'; failure: string }

export function ListingNotFound(props: ListingNotFoundProps) {
  return <RecordNotFound entity="listing" {...props} to="/my-listings" place="Back to My Listings" />
}
