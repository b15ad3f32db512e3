import type { KeyboardEvent } from 'react'
import { RecordMark } from '#records/states/record-mark.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { CheckIcon } from '#ui/icons/icon.tsx'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import buttonStyles from './photo-button.module.css'
import styles from './photo-tile.module.css'

type PhotoTileProps = {
  photo: PhotoRow
  address: string
  /** Its place, counted from 1. */
  number: number
  /** How far a dragged photo is from its place. */
  offset: { x: number; y: number } | null
  /** Null while a press opens the photo instead of choosing it. */
  isChosen: boolean | null
  onPress: () => void
  /** Shift and an arrow key: by one place, or null for none. */
  onStep: (by: -1 | 1) => void
}

const steps: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** One small photo among many, to be opened, chosen or moved. */
export function PhotoTile({ photo, address, number, offset, isChosen, onPress, onStep }: PhotoTileProps) {
  const { caption = '', is_primary } = photo

  function keyDown(event: KeyboardEvent) {
    const by = steps[event.key]
    if (!event.shiftKey || by === undefined) return
    event.preventDefault()
    onStep(by)
  }

  return (
    <li
      className={styles.tile}
      data-photo={photo.key}
      data-dragged={offset !== null || undefined}
      style={offset === null ? undefined : { transform: `translate(${offset.x}px, ${offset.y}px)` }}
    >
      <button
        type="button"
        className={buttonStyles.button}
        aria-label={`${isChosen === null ? 'Edit' : 'Select'} ${photoName(photo, number)}`}
        aria-pressed={isChosen ?? undefined}
        onClick={onPress}
        onKeyDown={keyDown}
      >
        <ListingPhoto
          className={classNames(buttonStyles.photo, styles.photo)}
          photo={photo}
          address={address}
          alt={caption === '' ? `Photo ${number} of ${address}` : caption}
          sizes="200px"
        >
          <span className={styles.number} aria-hidden>
            {number}
          </span>
          {isChosen !== null && (
            <span className={styles.choice} aria-hidden>
              {isChosen && <CheckIcon size={18} />}
            </span>
          )}
        </ListingPhoto>
      </button>
      <p className={styles.words}>
        {is_primary === true && <strong>Main photo</strong>}
        {caption !== '' && <span className={styles.caption}>{caption}</span>}
        <RecordMark entity="listing_image" recordKey={photo.key} />
      </p>
    </li>
  )
}

/** "photo 3, Kitchen". */
function photoName({ caption = '' }: PhotoRow, number: number): string {
  return caption === '' ? `photo ${number}` : `photo ${number}, ${caption}`
}
