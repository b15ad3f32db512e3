import { AtAListing } from '#records/visits/visit-form.tsx'
import { OpenHouseForm } from './open-house-form.tsx'

/** The form of a new open house, once it is said at which of the agent's listings. */
export function NewOpenHouse({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <AtAListing id={id} hasHomesToShow={false}>
      {(listing) => (
        <OpenHouseForm
          id={`${id}-form`}
          listing={listing}
          openHouse={null}
          // Another listing keeps what is typed.
          part="any-listing"
          onClose={onClose}
        />
      )}
    </AtAListing>
  )
}
