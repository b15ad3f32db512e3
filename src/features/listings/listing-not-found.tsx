import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'

/** An address that leads to no listing of this agent on this device. */
export function ListingNotFound({ title }: { title: 'Listing not found' | 'Listing not found.' }) {
  return (
    <>
      <PageHead title={title} subtitle="It may have been deleted, or it has not reached this device yet." />
      <div>
        <Link to="/my-listings" className={buttonClass()}>
          Back to Listings
        </Link>
      </div>
    </>
  )
}
