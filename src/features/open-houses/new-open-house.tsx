import { ChooseListing } from '#records/visits/visit-form.tsx'
import { OpenHouseForm } from './open-house-form.tsx'

export function NewOpenHouse({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ChooseListing id={id} offersHomesToShow={false}>
      {(listing) => (
        <OpenHouseForm
          id={`${id}-form`}
          listing={listing}
          openHouse={null}
          // Names the draft. All listings share it, so that the input stays when the agent chooses another listing.
          draftName="any-listing"
          onClose={onClose}
        />
      )}
    </ChooseListing>
  )
}
