import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { type ListingForm as ListingFields, listingPrice } from '#core/contract/listing.ts'
import { fieldsMissingForOwnListing } from '#core/domain/homes/home-edit.ts'
import { knownNumber, amountForField } from '#core/domain/text/amounts.ts'
import { mainPhoto } from '#core/domain/listings/listing-rules.ts'
import { placeText, squareFeetOf } from '#core/domain/listings/listing-display.ts'
import type { Refusal } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { RecordNotice, useRefusal } from '#records/states/record-notice.tsx'
import { failureMessageOf } from '#records/record-labels.ts'
import { showSavedToast } from '#records/saving/save-with-undo.ts'
import { useLastSeen } from '#records/use-record.ts'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { TrashIcon } from '#ui/icons/icon.tsx'
import type { FormRefusal } from '#ui/form/use-record-form.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { ListingForm, type ListingSubmission, type ListingText } from './listing-form.tsx'
import { ListingHeadMark, ListingNotFound } from './listing-head.tsx'
import { addressOf, type PhotoRow } from './list/listing-row-kinds.ts'
import { PhotoManager } from './photos/photo-manager.tsx'
import { changeListing } from './listings-commands.ts'
import { useListing } from './one-listing-queries.ts'
import { useListingDeletion } from './list/use-listing-deletion.ts'

type EditListingFormProps = {
  listingId: string
  /** Whether saving turns a home to show into the agent's own listing. */
  makesMine: boolean
  onSaved: () => void
  onDeleted: () => void
}

export function EditListingForm({ listingId, ...form }: EditListingFormProps) {
  // A listing that is deleted while the form is open stays, so that no typed text is lost.
  const found = useLastSeen(useListing(listingId), listingId)
  if (found === null)
    return (
      <ListingNotFound
        heading="Edit Listing"
        title="Listing not found"
        failure="Failed to load listing. Please try again."
      />
    )
  if (found === undefined) return <Skeleton height={320} />
  return <WithRefusal {...found} {...form} />
}

/** Reads first whether the server has refused a change, because the form marks refused fields only when it opens (fault H2). */
function WithRefusal(props: Omit<FormProps, 'refusal'>) {
  const refusal = useRefusal('listing', props.listing.key)
  return refusal === undefined ? <Skeleton height={320} /> : <Form {...props} refusal={refusal} />
}

type FormProps = Omit<EditListingFormProps, 'listingId'> & {
  listing: ListingRow
  photos: readonly PhotoRow[]
  refusal: Refusal | null
}

function Form({ listing, photos, refusal, makesMine, onSaved, onDeleted }: FormProps) {
  const device = useDevice()
  const deletion = useListingDeletion(failureMessageOf('listing', 'delete'), onDeleted)
  const address = addressOf(listing)
  const photo = mainPhoto(photos)
  const isToShow = isListedByOther(listing)
  const becomesMine = isToShow && makesMine

  async function save({ opId, opened, form, photo: choice }: ListingSubmission): Promise<FormRefusal | UpdateOutcome> {
    const missing = becomesMine ? fieldsMissingForOwnListing({ ...listing, ...form }) : []
    if (missing.length > 0) return { message: `To make this your listing, fill in: ${missing.join(', ')}.` }
    const change = { opId, listing, opened: openedFields(opened), form, photo: choice, mainPhoto: photo, becomesMine }
    const outcome = await changeListing(device, change)
    if (outcome === 'deleted' || (outcome === 'unchanged' && choice.kind === 'unchanged')) return outcome
    if (outcome === 'conflict') {
      recordActivity('edit_listing', address)
      notify({
        title: 'Saved on this device',
        message: `${address} was changed elsewhere too. Decide in the Outbox which to keep.`,
      })
    } else showSavedToast({ entity: 'listing', key: listing.key, isNew: false, name: address })
    return outcome
  }

  return (
    <>
      <Head
        {...{ listing, photos, isToShow }}
        title={becomesMine ? 'Make It My Listing' : isToShow ? 'Edit Home' : 'Edit Listing'}
        onDelete={() => deletion.ask(listing)}
      />
      <RecordNotice entity="listing" recordKey={listing.key} />
      {becomesMine && <MissingForMine listing={listing} />}
      <ListingForm
        listing={listing}
        isToShow={isToShow && !becomesMine}
        submitLabel={becomesMine ? 'Make it my listing' : undefined}
        opened={textOf(listing)}
        address={address}
        squareFeet={squareFeetOf(listing.property)}
        photos={photos}
        back={
          <Link to="/my-listings" className={buttonClass()}>
            Back to Listings
          </Link>
        }
        refusal={refusal}
        save={save}
        onSaved={onSaved}
      />
      <PhotoManager listing={listing} photos={photos} />
      {deletion.dialog}
    </>
  )
}

type HeadProps = Pick<FormProps, 'listing' | 'photos'> & { title: string; isToShow: boolean; onDelete: () => void }

function Head({ listing, photos, title, isToShow, onDelete }: HeadProps) {
  return (
    <PageHeader
      back={<BackLink to="/my-listings">Back to My Listings</BackLink>}
      title={title}
      subtitle={
        <>
          <StreetAddress address={addressOf(listing)} />
          <span>{placeText(listing.property)}</span>
          <ListingHeadMark listing={listing} photos={photos} />
        </>
      }
      actions={
        <Button variant="danger" data-quiet onClick={onDelete}>
          <TrashIcon size={18} />
          {isToShow ? 'Remove this home' : 'Delete Listing'}
        </Button>
      }
    />
  )
}

function MissingForMine({ listing }: { listing: ListingRow }) {
  const missing = fieldsMissingForOwnListing(listing)
  if (missing.length === 0) return null
  const needsHome = missing.includes('City') || missing.includes('State')
  return (
    <Banner tone="info">
      To make this your listing, fill in: {missing.join(', ')}.{' '}
      {needsHome && <EditHomeButton listingKey={listing.key} address={addressOf(listing)} />}
    </Banner>
  )
}

function textOf(listing: ListingRow): Omit<ListingText, 'main_photo'> {
  return {
    listing_price: amountForField(knownNumber(listing.listing_price)),
    status: listing.status,
    description: listing.description,
  }
}

function openedFields(opened: ListingText): ListingFields {
  return {
    listing_price: priceOf(opened.listing_price),
    status: opened.status as ListingFields['status'],
    description: opened.description,
  }
}

/** Returns the price in dollars; 0 if the text is not a price. */
function priceOf(text: string): number {
  const price = v.safeParse(listingPrice, text)
  return price.success ? price.output : 0
}
