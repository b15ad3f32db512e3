import { AtAListing } from '#records/visits/at-a-listing.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { ShowingForm } from './showing-form.tsx'

type NewShowingProps = {
  id: string
  /** With whom, where that is known. */
  client?: ClientRow
  /** On which day; today without one. */
  date?: string | undefined
  onClose: () => void
}

/** The form of a new showing, once it is said at which home. */
export function NewShowing({ id, client, date, onClose }: NewShowingProps) {
  return (
    <AtAListing id={id} hasHomesToShow>
      {(listing) => (
        <ShowingForm
          id={`${id}-form`}
          listing={listing}
          showing={null}
          person={client}
          date={date}
          // Another listing keeps what is typed, another client does not.
          part={client === undefined ? 'any-listing' : `client-${client.key}`}
          onClose={onClose}
        />
      )}
    </AtAListing>
  )
}
