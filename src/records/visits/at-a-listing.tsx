import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import { streetOrderKey } from '#core/domain/listings/listing-display.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './at-a-listing.module.css'
import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import { useLoadState, listingsNotHere, noListingsYet } from '#records/states/load-state.tsx'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'

type AtAListingProps = {
  id: string
  /** Whether homes that other brokers list can be chosen. */
  hasHomesToShow: boolean
  /** The form below, once a listing is chosen. */
  children: (listing: ListingRow) => ReactNode
}

/** Asks at which listing something is to be, before the form of it. */
export function AtAListing({ id, hasHomesToShow, children }: AtAListingProps) {
  const { database } = useDevice()
  const isKnown = useLoadState('listing') === 'known'
  const [key, setKey] = useState('')
  const listings = useRowsWithOpen(
    useLiveQuery(
      () => (hasHomesToShow ? database.listings.toArray() : ownListings(database)),
      [database, hasHomesToShow],
    ),
    (one) => one.key === key,
  )
  const listing = listings?.find((one) => one.key === key)
  const offered = listings?.filter((one) => one.status !== 'Sold' || one.key === key)
  return (
    <div id={id} className={styles.form}>
      <SelectField
        id={`${id}-listing`}
        label="Listing"
        hint={offered?.length === 0 ? whyNone(listings, isKnown) : undefined}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      >
        <option value="">Choose a listing</option>
        {offered
          ?.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
          .map((one) => (
            <option key={one.key} value={one.key}>
              {addressOf(one)}
              {isListedByOther(one) && ' · home I show'}
            </option>
          ))}
      </SelectField>
      {offered?.length === 0 && isKnown && (
        <p>
          <Link to="/listings/new" className={buttonClass()}>
            Create New Listing
          </Link>
        </p>
      )}
      {hasHomesToShow && listing === undefined && <AddHomeButton onAdded={(added) => setKey(added.key)} />}
      {listing !== undefined && children(listing)}
    </div>
  )
}

function whyNone(listings: readonly ListingRow[] | undefined, isKnown: boolean): string {
  if (listings !== undefined && listings.length > 0) return 'All of your listings are sold.'
  return isKnown ? noListingsYet : listingsNotHere
}

function placeOf(listing: ListingRow): string {
  return streetOrderKey(addressOf(listing))
}

function addressOf({ property }: { property: { address?: string } }): string {
  return property.address ?? 'A listing'
}
