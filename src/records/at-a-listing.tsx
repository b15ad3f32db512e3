import { isListedByOther } from '#core/contract/listed-by.ts'
import { type ReactNode, useState } from 'react'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { SelectField } from '#ui/select-field.tsx'
import styles from './at-a-listing.module.css'
import { AddHomeButton } from './homes/add-home-button.tsx'
import { listingsNotHere, noListingsYet } from './no-listings.ts'
import { useLoadState } from './use-load-state.ts'
import { useRowsWithOpen } from './use-rows-with-open.ts'

type AtAListingProps = {
  id: string
  /** Homes of other brokers can be chosen and added, too. */
  hasHomesToShow?: boolean
  /** The form below, once a listing is chosen. */
  children: (listing: ListingRow) => ReactNode
}

/** Asks at which of the agent's listings something is to be, before the form of it. */
export function AtAListing({ id, hasHomesToShow = false, children }: AtAListingProps) {
  const { database } = useDevice()
  const isKnown = useLoadState('listing') === 'known'
  const [key, setKey] = useState('')
  const listings = useRowsWithOpen(
    useLiveQuery(
      () => database.listings.filter((one) => hasHomesToShow || !isListedByOther(one)).toArray(),
      [database, hasHomesToShow],
    ),
    (one) => one.key === key,
  )
  const listing = listings?.find((one) => one.key === key)
  return (
    <div id={id} className={styles.form}>
      <SelectField
        id={`${id}-listing`}
        label="Listing"
        hint={listings?.length === 0 ? (isKnown ? noListingsYet : listingsNotHere) : undefined}
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
      {hasHomesToShow && listing === undefined && <AddHomeButton onAdded={(added) => setKey(added.key)} />}
      {listing !== undefined && children(listing)}
    </div>
  )
}

function addressOf({ property }: { property: { address?: string } }): string {
  return property.address ?? 'A listing'
}
