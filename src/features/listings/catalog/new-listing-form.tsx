import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knownNumber, amountForField } from '#core/domain/text/amounts.ts'
import { placeText, squareFeetOf } from '#core/domain/listings/listing-display.ts'
import { agentAsRealtor } from '#core/domain/account/realtor-name.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { offerInstall } from '#state/install-prompt.ts'
import { useSession } from '#state/session.ts'
import { NoDataState, useLoadState } from '#records/states/load-state.tsx'
import { showSavedToast } from '#records/saving/save-with-undo.ts'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { useRecord } from '#records/use-record.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, PropertyRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { useListingOf } from './catalog-queries.ts'
import { ListingForm } from '#features/listings/listing-form.tsx'
import { addListing } from '#features/listings/listings-commands.ts'
import styles from './property-catalog.module.css'

type NewListingFormProps = {
  propertyId: string
  onCreated: () => void
}

/** Step 2 of *Create Listing*: the form for the property chosen in step 1. */
export function NewListingForm({ propertyId, onCreated }: NewListingFormProps) {
  const property = useRecord('property', propertyId)
  if (property === undefined) return <Skeleton height={320} />
  if (property === null) return <PropertyNotFound />
  return <Form property={property} onCreated={onCreated} />
}

function PropertyNotFound() {
  const load = useLoadState('property')
  return (
    <NoDataState load={load} failure="Failed to load properties." what="This property">
      <EmptyState title="Property not found" action={<BackToProperties />}>
        This property is not on this device.
      </EmptyState>
    </NoDataState>
  )
}

function Form({ property, onCreated }: { property: PropertyRow; onCreated: () => void }) {
  const device = useDevice()
  const realtor = useRealtor()
  const before = useListingBefore(property.key)
  const navigate = useNavigate()
  return (
    <>
      <HideFollowingUntilLoaded />
      <p className={styles.property}>
        <StreetAddress address={property.address} />
        <span className={styles.formPlace}>{placeText(property)}</span>
      </p>
      {before !== null && (
        <Banner tone="warning">
          You have listed this property already ({before.status}). Saving makes a second listing of it.{' '}
          <Link to="/listings/$listingId" params={{ listingId: recordIdInUrl(before) }}>
            Open the listing
          </Link>
        </Banner>
      )}
      <ListingForm
        listing={null}
        propertyKey={property.key}
        opened={{ listing_price: amountForField(knownNumber(property.price)), status: 'For Sale', description: '' }}
        address={property.address}
        squareFeet={squareFeetOf(property)}
        photos={[]}
        back={<BackToProperties />}
        save={async ({ opId, form, photo }) => {
          const listingId = await addListing(device, { opId, property, form, photo, realtor })
          const onView = () => void navigate({ to: '/listings/$listingId', params: { listingId } })
          showSavedToast({ entity: 'listing', key: listingId, isNew: true, name: property.address, onView })
          offerInstall()
        }}
        onSaved={onCreated}
      />
    </>
  )
}

/** Returns the listing of this property that existed when the form opened, not the one that the form creates. */
function useListingBefore(propertyKey: LocalKey): ListingRow | null {
  const found = useListingOf(propertyKey)
  const [before, setBefore] = useState<ListingRow | null>()
  if (before === undefined && found !== undefined) setBefore(found)
  return before ?? null
}

function BackToProperties() {
  return (
    <Link to="/listings/new" className={buttonClass()}>
      Back to Properties
    </Link>
  )
}

function useRealtor(): ListingRow['realtor'] {
  const user = useSession((session) => session.user)
  return user === null ? null : agentAsRealtor(user)
}
