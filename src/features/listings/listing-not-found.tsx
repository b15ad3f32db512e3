import { Link } from '@tanstack/react-router'
import { NothingHere } from '#records/nothing-here.tsx'
import { useLoadState } from '#records/use-load-state.ts'
import { buttonClass } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'

type ListingNotFoundProps = {
  title: 'Listing not found' | 'Listing not found.'
  /** Said when the server answered with an error, so that it is unknown whether there is such a listing. */
  failure: string
}

/** An address that leads to no listing of this agent on this device. */
export function ListingNotFound({ title, failure }: ListingNotFoundProps) {
  const load = useLoadState('listing')
  const isKnown = load === 'known'
  return (
    <>
      <PageHead
        title={isKnown ? title : 'Listing'}
        subtitle={isKnown ? 'It may have been deleted, or it has not reached this device yet.' : undefined}
      />
      <NothingHere load={load} failure={failure} what="This listing">
        <div>
          <Link to="/my-listings" className={buttonClass()}>
            Back to Listings
          </Link>
        </div>
      </NothingHere>
    </>
  )
}
