import { type ChangeEvent, useId } from 'react'
import { fileSizeText } from '#core/domain/listings/photo-rules.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { FieldError } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CameraIcon, CloseIcon } from '#ui/icons/icon.tsx'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import styles from './main-photo-field.module.css'
import type { PhotoChoice } from './photo-choice.ts'

type MainPhotoFieldProps = {
  /** The form's name for it. */
  name: string
  address: string
  /** The photo that the listing has now. */
  photo: PhotoRow | null
  /** Whether the listing has other photos besides. */
  hasMore: boolean
  choice: PhotoChoice
  /** A picked file is being drawn and stored. */
  isPreparing: boolean
  error?: string | undefined
  onOpen: () => void
  onPick: (file: File) => void
  /** With the photo that the listing has; null where only what was picked goes. */
  onRemove: (photo: PhotoRow | null) => void
}

/** The main photo with a preview; picking another one takes its place, removing leaves none. */
export function MainPhotoField({
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
  // Then it stands first among all photos, below the form.
  const isPlain = useIsPlainServer()
  const isBelow = !isPlain && photo !== null && choice.kind === 'unchanged'
  const removable = choice.kind === 'picked' ? null : photo
  const isRemoved = choice.kind === 'removed' && photo !== null && (choice.key === '' || choice.key === photo.key)
  const shown = choice.kind === 'picked' ? { image_file: choice.file } : isRemoved ? null : photo

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // The same file may be picked again after it was removed.
    event.target.value = ''
    if (file !== undefined) onPick(file)
  }

  return (
    <div className={styles.area} data-small={isBelow || undefined}>
      <h2 id={`${id}-label`}>Main Photo</h2>
      {shown !== null && (
        <ListingPhoto className={styles.photo} photo={shown} address={address} sizes="360px" loading="eager">
          <IconButton className={styles.remove} boxed label="Remove photo" onClick={() => onRemove(removable)}>
            <CloseIcon />
          </IconButton>
        </ListingPhoto>
      )}
      <p className={styles.note} role="status">
        {isPreparing ? 'Preparing the photo...' : noteOn(choice, isRemoved, { hasMore, isPlain })}
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

function noteOn(
  choice: PhotoChoice,
  isRemoved: boolean,
  { hasMore, isPlain }: { hasMore: boolean; isPlain: boolean },
): string {
  if (choice.kind === 'picked') {
    return `${choice.file.fileName} · ${fileSizeText(choice.file.byteLength)} · kept on this device until it is sent`
  }
  if (!isRemoved) return ''
  // The specification has no word for it, so only the answer shows whether such a server does it.
  if (isPlain) return 'Your office’s server may not be able to remove a photo. If it cannot, the Outbox says so.'
  return hasMore
    ? 'The photo is removed when you save, and the next one becomes the main photo.'
    : 'The photo is removed when you save.'
}
