import { Link } from '@tanstack/react-router'
import { RecordNotFound } from '#records/record-not-found.tsx'
import { buttonClass } from '#ui/button.tsx'

type ListingNotFoundProps = { title: 'Listing not found' | 'Listing not found.'; failure: string }

export function ListingNotFound(props: ListingNotFoundProps) {
  return (
    <RecordNotFound
      entity="listing"
      {...props}
      subtitle="It may have been deleted, or it has not reached this device yet."
    >
      <div>
        <Link to="/my-listings" className={buttonClass()}>
          Back to Listings
        </Link>
      </div>
    </RecordNotFound>
  )
}
