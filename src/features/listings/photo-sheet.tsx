import { type FormEvent, useState } from 'react'
import { RecordNotice } from '#records/record-notice.tsx'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-actions.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { PhotoRow } from './listing-row-kinds.ts'
import { ListingPhoto } from './listing-photo.tsx'
import styles from './photo-sheet.module.css'

type PhotoSheetProps = {
  photo: PhotoRow
  address: string
  /** Its place, counted from 1. */
  number: number
  count: number
  /** What the agent has changed, apart from what is as before. */
  onSave: (changes: { caption?: string; place?: number }) => void
  onDelete: () => void
  onClose: () => void
}

/** One photo, larger, with all that can be done to it. */
export function PhotoSheet({ photo, address, number, count, onSave, onDelete, onClose }: PhotoSheetProps) {
  const { caption = '', is_primary } = photo
  // Null until one is chosen: the photos may be reordered while this is open.
  const [place, setPlace] = useState<number | null>(null)
  const keepsPlace = is_primary === true

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('caption')
    const text = typeof typed === 'string' ? typed.trim() : caption
    onSave({ ...(text === caption ? {} : { caption: text }), ...(place === null || place === number ? {} : { place }) })
  }

  return (
    <Sheet open title={`Photo ${number} of ${count}`} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <RecordNotice entity="listing_image" recordKey={photo.key} />
        <ListingPhoto
          className={styles.photo}
          photo={photo}
          address={address}
          alt={caption === '' ? `Photo ${number} of ${address}` : caption}
          sizes="(min-width: 640px) 640px, 100vw"
          loading="eager"
        />
        <TextField label="Caption" name="caption" defaultValue={caption} maxLength={500} enterKeyHint="done" />
        <SelectField
          label="Move to…"
          hint={keepsPlace ? 'The main photo stays in front. Make another photo the main one to move it.' : undefined}
          value={place ?? number}
          aria-disabled={keepsPlace || undefined}
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
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogActions>
      </form>
    </Sheet>
  )
}
