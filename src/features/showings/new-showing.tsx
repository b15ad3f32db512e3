import { useState } from 'react'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ClientRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { SelectField } from '#ui/select-field.tsx'
import styles from './new-showing.module.css'
import { ShowingForm } from './showing-form.tsx'

type NewShowingProps = {
  id: string
  /** With whom, where that is known. */
  client?: ClientRow
  /** On which day; today without one. */
  date?: string | undefined
  onClose: () => void
}

/** The form of a new showing, once it is said at which of the agent's listings. */
export function NewShowing({ id, client, date, onClose }: NewShowingProps) {
  const { database } = useDevice()
  const [key, setKey] = useState('')
  const listings = useRowsWithOpen(
    useLiveQuery(() => database.listings.toArray(), [database]),
    (one) => one.key === key,
  )
  const listing = listings?.find((one) => one.key === key)
  return (
    <div id={id} className={styles.form}>
      <SelectField
        id={`${id}-listing`}
        label="Listing"
        hint={listings?.length === 0 ? 'You have no listings yet.' : undefined}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      >
        <option value="">Choose a listing</option>
        {listings
          ?.toSorted((one, other) => addressOf(one).localeCompare(addressOf(other)))
          .map((one) => (
            <option key={one.key} value={one.key}>
              {addressOf(one)}
            </option>
          ))}
      </SelectField>
      {listing !== undefined && (
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
    </div>
  )
}

function addressOf({ property }: { property: { address?: string } }): string {
  return property.address ?? 'A listing'
}
