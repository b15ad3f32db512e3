import { useState } from 'react'
import * as v from 'valibot'
import { newListingImageSchema } from '#core/contract/listing-image.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { Button } from '#ui/basics/button.tsx'
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import styles from './photo-sheet.module.css'

type PhotoSheetProps = {
  photo: PhotoRow
  address: string
  /** Its place, counted from 1. */
  number: number
  count: number
  /** To another place, counted from 1. */
  onMove: (place: number) => void
  onDelete: () => void
  onClose: () => void
}

const captionSchema = v.pick(newListingImageSchema, ['caption'])
type Caption = { caption: string }

/** One photo, larger, with all that can be done to it. */
export function PhotoSheet({ photo, address, number, count, onMove, onDelete, onClose }: PhotoSheetProps) {
  const { caption = '', is_primary } = photo
  // Null until one is chosen: the photos may be reordered while this is open.
  const [place, setPlace] = useState<number | null>(null)
  const keepsPlace = is_primary === true

  const form = useEntityForm<'listing_image', Caption, Caption>({
    entity: 'listing_image',
    record: photo,
    schema: captionSchema,
    opened: { caption },
    labels: { caption: 'Caption' },
    onSaved: () => {
      onClose()
      if (place !== null && place !== number) onMove(place)
    },
  })

  return (
    <Sheet open title={`Photo ${number} of ${count}`} onClose={onClose}>
      <RecordForm form={form} label="Photo" className={styles.form}>
        <RecordNotice entity="listing_image" recordKey={photo.key} />
        <ListingPhoto
          className={styles.photo}
          photo={photo}
          address={address}
          alt={caption === '' ? `Photo ${number} of ${address}` : caption}
          sizes="(min-width: 640px) 640px, 100vw"
          loading="eager"
        />
        <TextField {...form.field('caption')} maxLength={500} />
        <SelectField
          label="Move to…"
          hint={keepsPlace ? 'The main photo stays in front. Make another photo the main one to move it.' : undefined}
          value={place ?? number}
          disabled={keepsPlace}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        >
          {Array.from({ length: count }, (_, index) => (
            <option key={index} value={index + 1}>
              {index === 0 ? '1 – main photo' : index + 1}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button variant="danger" onClick={onDelete}>
            Delete
          </Button>
          <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel="Saving...">
            Save
          </Button>
        </DialogActions>
      </RecordForm>
    </Sheet>
  )
}
