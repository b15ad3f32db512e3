import { useState } from 'react'
import { isLocationOfAddress } from '#core/domain/homes/home-edit.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, PropertyRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { DialogForm } from '#ui/form/record-form.tsx'
import { PencilIcon } from '#ui/icons/icon.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { changeRecord } from '#records/saving/commands.ts'
import { editOfHome, factsOf, type Home, type HomeReference, scopeOfEdit, useHome, useLocationText } from './home.ts'
import {
  HomeFields,
  type HomeFacts,
  homeFactsSchema,
  homeLabels,
  type HomeText,
  homeText,
  withoutUnit,
  withWholeAddress,
} from './home-fields.tsx'
import { SetLocationButton } from './set-location.tsx'
import { RecordNotice, useRefusal } from '#records/states/record-notice.tsx'
import { changedFields, useEntityForm } from '#records/saving/use-entity-form.ts'

type EditHomeButtonProps = HomeReference & {
  address: string
  variant?: 'secondary' | 'quiet'
}

/** Opens the form for a home's facts; renders nothing if the agent cannot change them. */
export function EditHomeButton({ address, variant, ...reference }: EditHomeButtonProps) {
  const home = useHome(reference)
  const [isOpen, setIsOpen] = useState(false)
  if (home === undefined || scopeOfEdit(home) === null) return null
  return (
    <>
      <Button variant={variant} onClick={() => setIsOpen(true)} aria-label={`Edit home ${address}`}>
        <PencilIcon />
        Edit home
      </Button>
      {isOpen && (
        <Sheet open title="Edit home" onClose={() => setIsOpen(false)}>
          <EditHome home={home} onDone={() => setIsOpen(false)} />
        </Sheet>
      )}
    </>
  )
}

/** The form for a home's facts; renders nothing if the agent cannot change them. */
export function EditHome({ home, onDone }: { home: Home; onDone: () => void }) {
  const scope = scopeOfEdit(home)
  if (scope === 'property' && home.property !== null) return <OwnProperty property={home.property} onDone={onDone} />
  if (scope === 'listing' && home.listing !== null)
    return <OfListing {...home} listing={home.listing} onDone={onDone} />
  return null
}

type OwnPropertyProps = { property: PropertyRow; onDone: () => void }

/** Waits until the refusal is read, because the form marks refused fields only when it opens (fault H2). */
function OwnProperty(props: OwnPropertyProps) {
  const refusal = useRefusal('property', props.property.key)
  return refusal === undefined ? null : <OwnPropertyForm {...props} refusal={refusal} />
}

function OwnPropertyForm({ property, refusal, onDone }: OwnPropertyProps & { refusal: Refusal | null }) {
  const device = useDevice()
  const form = useEntityForm<'property', HomeText, HomeFacts>({
    entity: 'property',
    record: property,
    schema: homeFactsSchema(property),
    opened: homeText(property),
    asStored: (opened) => withoutUnit(withWholeAddress(opened, property)),
    labels: homeLabels,
    refusal,
    afterSave: ({ address, city, zip_code }, key) => {
      // A location found by the old address is wrong for the new one.
      const isMoved = address !== property.address || city !== property.city || zip_code !== property.zip_code
      if (isMoved && key !== undefined && isLocationOfAddress(property.location_source)) {
        const { latitude = null, longitude = null, location_source = null } = property
        const nowhere = { latitude: null, longitude: null, location_source: null }
        const opened = { latitude, longitude, location_source }
        void changeRecord(device, 'property', { opId: device.ids.uuid(), key, opened, changes: nowhere })
      }
    },
    onSaved: onDone,
  })
  return (
    <DialogForm form={form} label="Edit home" submitLabel="Update home" busyLabel="Updating..." onCancel={onDone}>
      <RecordNotice entity="property" recordKey={property.key} />
      <HomeFields form={form} location={<HomeLocation propertyKey={property.key} />} />
    </DialogForm>
  )
}

type OfListingProps = Home & { listing: ListingRow; onDone: () => void }

/** The location has its own sheet over the form; text typed in the form stays. */
function HomeLocation(reference: HomeReference) {
  const words = useLocationText(useHome(reference))
  return (
    <>
      <span>{words}</span>
      <SetLocationButton {...reference} variant="secondary" />
    </>
  )
}

/** For a property that this agent did not add: the catalog does not change, and differences are stored with the agent's listing. */
function OfListing({ property, listing, onDone }: OfListingProps) {
  const device = useDevice()
  const facts = factsOf({ property, listing })
  const form = useEntityForm<'listing', HomeText, HomeFacts>({
    entity: 'listing',
    record: listing,
    draftName: 'home',
    schema: homeFactsSchema(facts),
    opened: homeText(facts),
    labels: homeLabels,
    save: async ({ opId, opened, parsed }) => {
      const edit = editOfHome({ property, listing }, changedFields(withWholeAddress(opened, facts), parsed))
      if (edit === null) return 'unchanged'
      const { key, ...stored } = listing
      return changeRecord(device, 'listing', { opId, key, opened: stored, ...edit })
    },
    onSaved: onDone,
  })
  return (
    <DialogForm form={form} label="Edit home" submitLabel="Update home" busyLabel="Updating..." onCancel={onDone}>
      <p>This home is from the shared catalog. Your changes show on your listing only.</p>
      <HomeFields form={form} location={<HomeLocation listingKey={listing.key} />} showsPriceField={false} />
    </DialogForm>
  )
}
