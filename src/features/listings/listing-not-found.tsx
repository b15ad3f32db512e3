import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useLoadState } from './use-load-state.ts'

type ListingNotFoundProps = {
  title: 'Listing not found' | 'Listing not found.'
  /** Said when the server answered with an error, so that nobody knows whether there is such a listing. */
  failure: string
}

/** An address that leads to no listing of this agent on this device. */
export function ListingNotFound({ title, failure }: ListingNotFoundProps) {
  const loadState = useLoadState('listing')
  if (loadState === 'arriving') return <Skeleton height={320} />
  if (loadState === 'failed') {
    return (
      <>
        <PageHead title="Listing" />
        <LoadFailure>{failure}</LoadFailure>
      </>
    )
  }
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
