import { type KeyboardEvent } from 'react'
import { RecordMark } from '#records/record-mark.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, StarIcon, TrashIcon } from '#ui/icon.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { PhotoRow } from './listing-row-kinds.ts'
import { ListingPhoto } from './listing-photo.tsx'
import styles from './photo-entry.module.css'

type PhotoEntryProps = {
  photo: PhotoRow
  address: string
  /** Its place, counted from 1. */
  number: number
  canMoveUp: boolean
  canMoveDown: boolean
  onMoveUp: () => void
  onMoveDown: () => void
  onCaption: (caption: string) => void
  onMakeMain: () => void
  onDelete: () => void
}

/** One photo of many, with all that can be done to it. */
export function PhotoEntry({ photo, address, number, canMoveUp, canMoveDown, ...actions }: PhotoEntryProps) {
  const { caption = '', is_primary } = photo
  const name = caption === '' ? `photo ${number}` : `photo ${number}, ${caption}`

  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') event.currentTarget.blur()
  }

  return (
    <li className={styles.entry} data-photo={photo.key}>
      <ListingPhoto
        className={styles.photo}
        photo={photo}
        address={address}
        alt={caption === '' ? `Photo ${number} of ${address}` : caption}
        sizes="160px"
      />
      <div className={styles.words}>
        <TextField
          // What another device wrote meanwhile is shown; what is being typed here stays.
          key={caption}
          label={`Caption of photo ${number}`}
          defaultValue={caption}
          maxLength={500}
          onKeyDown={keyDown}
          onBlur={(event) => {
            const typed = event.target.value.trim()
            if (typed !== caption) actions.onCaption(typed)
          }}
        />
        <p className={styles.state}>
          {is_primary === true && <span>Main photo</span>}
          <RecordMark entity="listing_image" recordKey={photo.key} />
        </p>
      </div>
      <div className={styles.actions}>
        <IconButton
          data-move="up"
          label={`Move up ${name}`}
          aria-disabled={!canMoveUp || undefined}
          onClick={() => canMoveUp && actions.onMoveUp()}
        >
          <ArrowUpIcon size={18} />
        </IconButton>
        <IconButton
          data-move="down"
          label={`Move down ${name}`}
          aria-disabled={!canMoveDown || undefined}
          onClick={() => canMoveDown && actions.onMoveDown()}
        >
          <ArrowDownIcon size={18} />
        </IconButton>
        <IconButton
          // The form's own field is called Main Photo.
          label={`Make primary ${name}`}
          aria-disabled={is_primary === true || undefined}
          onClick={() => is_primary !== true && actions.onMakeMain()}
        >
          <StarIcon size={18} />
        </IconButton>
        <IconButton label={`Delete ${name}`} danger onClick={actions.onDelete}>
          <TrashIcon size={18} />
        </IconButton>
      </div>
    </li>
  )
}
