import { useId, type ReactNode, type ChangeEvent } from 'react'
import * as v from 'valibot'
import { listingStatuses } from '#core/contract/record-statuses.ts'
import {
  listingFormSchema,
  listingPrice,
  homeToShowFormSchema,
  type ListingForm as ListingFields,
} from '#core/contract/listing.ts'
import { mainPhoto } from '#core/domain/listings/listing-rules.ts'
import { pricePerSquareFoot, knownNumber } from '#core/domain/text/amounts.ts'
import { formLabels } from '#records/record-labels.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { AlertDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import type { FormRefusal } from '#ui/form/use-record-form.ts'
import { PriceField } from '#ui/fields/price-field.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextArea, FieldError } from '#ui/fields/field.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import styles from './listing-form.module.css'
import type { PhotoRow } from './list/listing-row-kinds.ts'
import { choiceToText, type PhotoChoice, textToChoice, usePhotoPick } from './photos/photo-choice.ts'
import { formatDollars } from '#core/format/numbers.ts'
import { fileSizeText } from '#core/domain/listings/photo-rules.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CameraIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'

/** The form's values. `main_photo` is a `PhotoChoice` as text. */
export type ListingText = { listing_price: string; status: string; description: string; main_photo: string }

export type ListingSubmission = {
  opId: string
  form: ListingFields
  /** The values when the form was opened. */
  opened: ListingText
  photo: PhotoChoice
}

type ListingFormProps = {
  /** Null for a new listing. */
  listing: ListingRow | null
  /** Another broker's home, whose price and description may be unknown. */
  isToShow?: boolean
  submitLabel?: string | undefined
  /** The property of a new listing. */
  propertyKey?: LocalKey
  opened: Omit<ListingText, 'main_photo'>
  address: string
  squareFeet: number | null
  photos: readonly PhotoRow[]
  back: ReactNode
  refusal?: FormRefusal | null | undefined
  save: (submission: ListingSubmission) => Promise<FormRefusal | UpdateOutcome | void>
  onSaved: () => void
}

const labels = {
  listing_price: 'Listing Price',
  status: 'Status',
  description: 'Description',
  main_photo: 'Main Photo',
} as const satisfies Record<keyof ListingText, string>

export function ListingForm(props: ListingFormProps) {
  const { listing, address, squareFeet, photos, back, isToShow = false } = props
  const isNew = listing === null
  const { submitLabel = formLabels('listing', isNew).submitLabel } = props
  const { form, choice, choose, pick } = useListingForm(props)
  const statuses = (listingStatuses as readonly string[]).includes(props.opened.status)
    ? listingStatuses
    : [...listingStatuses, props.opened.status]

  return (
    <RecordForm form={form} label={isNew ? 'Create Listing' : 'Edit Listing'} className={styles.form}>
      <div className={styles.columns}>
        <Card>
          <div className={styles.fields}>
            <PriceField
              {...form.field('listing_price')}
              hint={priceHint(form.form.watch('listing_price'), squareFeet)}
              required={!isToShow}
            />
            <SelectField {...form.field('status')} required>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {status}
                </option>
              ))}
            </SelectField>
            <TextArea {...form.field('description')} required={!isToShow} />
          </div>
        </Card>
        <Card>
          <MainPhotoField
            name="main_photo"
            address={address}
            photo={mainPhoto(photos)}
            hasMore={photos.length > 1}
            choice={choice}
            isPreparing={pick.isPreparing}
            error={form.field('main_photo').error}
            // The system may close the page while the camera is open (fault A21).
            onOpen={() => void form.saveDraft()}
            onPick={pick.pick}
            // The first press discards the picked photo. Another press removes the listing's photo.
            onRemove={(photo) => choose(photo === null ? { kind: 'unchanged' } : { kind: 'removed', key: photo.key })}
          />
        </Card>
      </div>
      <BottomActions>
        {back}
        <Button
          type="submit"
          variant="primary"
          busy={form.state === 'saving'}
          busyLabel={isNew ? 'Creating...' : 'Updating...'}
        >
          {submitLabel}
        </Button>
      </BottomActions>
      <AlertDialog open={pick.refusal !== null} title={pick.refusal ?? ''} onClose={pick.dismissRefusal}>
        <p>The rest of the form is unchanged.</p>
      </AlertDialog>
    </RecordForm>
  )
}

function useListingForm(props: ListingFormProps) {
  const form = useEntityForm<'listing', ListingText, v.InferOutput<ReturnType<typeof schemaFor>>>({
    entity: 'listing',
    record: props.listing,
    createdFor: props.propertyKey,
    schema: schemaFor(props.opened.status, props.isToShow === true),
    opened: { ...props.opened, main_photo: choiceToText({ kind: 'unchanged' }) },
    labels,
    onSaved: props.onSaved,
    refusal: props.refusal,
    save: async ({ opId, opened, parsed }) => {
      // A photo that was just picked may not be stored yet.
      const refused = await pick.settled()
      if (refused !== null) return { fieldErrors: { main_photo: refused } }
      const { main_photo: _, ...fields } = parsed
      const chosen = textToChoice(form.form.getValues('main_photo'))
      return props.save({ opId, opened, photo: chosen, form: fields as ListingFields })
    },
  })
  const choice = textToChoice(form.form.watch('main_photo'))
  const pick = usePhotoPick(choice, choose)

  function choose(next: PhotoChoice) {
    form.form.clearErrors('main_photo')
    form.form.setValue('main_photo', choiceToText(next), { shouldDirty: true })
    void form.saveDraft()
  }

  return { form, choice, choose, pick }
}

/** Allows the current status even if it is unknown here, so that listings of other servers can be saved. */
function schemaFor(openedStatus: string, isToShow: boolean) {
  const statuses = [...listingStatuses, openedStatus]
  return v.object({
    ...(isToShow ? homeToShowFormSchema : listingFormSchema).entries,
    status: v.picklist(statuses, 'Choose For Sale, Pending or Sold.'),
    main_photo: v.string(),
  })
}

function priceHint(typed: string, squareFeet: number | null): string {
  const price = v.safeParse(listingPrice, typed)
  const perFoot = price.success ? pricePerSquareFoot(price.output, knownNumber(squareFeet)) : null
  return perFoot === null ? 'US dollars.' : `US dollars. ${formatDollars(perFoot)} per ft².`
}

type MainPhotoFieldProps = {
  name: string
  address: string
  photo: PhotoRow | null
  /** Whether the listing has other photos. */
  hasMore: boolean
  choice: PhotoChoice
  /** A picked file is being converted and stored. */
  isPreparing: boolean
  error?: string | undefined
  /** Called before the file picker or the camera opens. */
  onOpen: () => void
  onPick: (file: File) => void
  /** `photo` is the listing's photo; null if only the picked one is discarded. */
  onRemove: (photo: PhotoRow | null) => void
}

function MainPhotoField({
  name,
  address,
  photo,
  hasMore,
  choice,
  isPreparing,
  error,
  onOpen,
  onPick,
  onRemove,
}: MainPhotoFieldProps) {
  const id = useId()
  // Except on a plain server, all photos are shown below the form, beginning with this one; so it is small here.
  const isPlain = useIsPlainServer()
  const isShownBelow = !isPlain && photo !== null && choice.kind === 'unchanged'
  const removable = choice.kind === 'picked' ? null : photo
  // A removed choice from a draft of an older version has no key.
  const isRemoved = choice.kind === 'removed' && photo !== null && (choice.key === '' || choice.key === photo.key)
  const shown = choice.kind === 'picked' ? { image_file: choice.file } : isRemoved ? null : photo

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // Lets the agent pick the same file again after removing it.
    event.target.value = ''
    if (file !== undefined) onPick(file)
  }

  return (
    <div className={styles.area} data-small={isShownBelow || undefined}>
      <h2 id={`${id}-label`}>Main Photo</h2>
      {shown !== null && (
        <ListingPhoto className={styles.photo} photo={shown} address={address} sizes="360px" loading="eager">
          <IconButton className={styles.remove} boxed label="Remove photo" onClick={() => onRemove(removable)}>
            <CloseIcon />
          </IconButton>
        </ListingPhoto>
      )}
      <p className={styles.note} role="status">
        {isPreparing ? 'Preparing the photo...' : noteFor(choice, isRemoved, { hasMore, isPlain })}
      </p>
      <div className={styles.drop}>
        <CameraIcon size={28} />
        <span className={styles.invitation}>Take or choose a photo</span>
        <span className={styles.formats} id={`${id}-formats`}>
          JPEG, PNG, WebP or HEIC, at most 5 MB
        </span>
        <input
          type="file"
          accept="image/*"
          name={name}
          aria-labelledby={`${id}-label`}
          aria-describedby={error === undefined ? `${id}-formats` : `${id}-error ${id}-formats`}
          aria-invalid={error === undefined ? undefined : true}
          onClick={onOpen}
          onChange={pick}
        />
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function noteFor(
  choice: PhotoChoice,
  isRemoved: boolean,
  { hasMore, isPlain }: { hasMore: boolean; isPlain: boolean },
): string {
  if (choice.kind === 'picked') {
    return `${choice.file.fileName} · ${fileSizeText(choice.file.byteLength)} · kept on this device until it is sent`
  }
  if (!isRemoved) return ''
  // The specification has no call that removes a photo, so only the response shows whether a plain server can.
  if (isPlain) return 'Your office’s server may not be able to remove a photo. If it cannot, the Outbox says so.'
  return hasMore
    ? 'The photo is removed when you save, and the next one becomes the main photo.'
    : 'The photo is removed when you save.'
}
