import { type ChangeEvent, useRef, useState } from 'react'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { CameraIcon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { addressOf, type PhotoRow } from './listing-row-kinds.ts'
import { captionPhoto, deletePhoto, makeMainPhoto, movePhoto } from './photo-commands.ts'
import { PhotoEntry } from './photo-entry.tsx'
import styles from './photo-manager.module.css'
import { useAddingPhotos } from './use-adding-photos.ts'

type PhotoManagerProps = {
  listing: ListingRow
  /** In the order in which they are shown. */
  photos: readonly PhotoRow[]
}

/**
 * All photos of a listing: add several, caption, order, choose the main one, delete. Each change is kept at once, apart
 * from the form. A server that knows one photo per listing has no use for it.
 */
export function PhotoManager({ listing, photos }: PhotoManagerProps) {
  const device = useDevice()
  const isPlain = useConnection(({ serverKind }) => serverKind === 'plain')
  const adding = useAddingPhotos(listing.key)
  const [asked, setAsked] = useState<PhotoRow | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const address = addressOf(listing)
  if (isPlain) return null

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // The same files may be picked again after they were deleted.
    event.target.value = ''
    adding.add(files)
  }

  async function keep(work: Promise<void>, told?: string) {
    try {
      await work
      if (told !== undefined) setSaid(told)
    } catch (error) {
      notify({ type: 'error', title: 'Failed to update listing. Please try again.', message: storageProblem(error) })
    }
  }

  async function move(photo: PhotoRow, from: number, to: number) {
    await keep(movePhoto(device, photos, from, to), `Photo moved to place ${to + 1} of ${photos.length}.`)
    // The buttons have moved along; who goes by keys goes on with the same one, or with its neighbour at the end.
    const direction = to < from ? 'up' : 'down'
    list.current?.querySelector<HTMLElement>(`[data-photo="${photo.key}"] [data-move="${direction}"]`)?.focus()
  }

  return (
    <Card
      className={styles.manager}
      title="Photos"
      actions={
        <label className={buttonClass({ className: styles.add })}>
          <CameraIcon size={18} />
          Add photos
          <input type="file" accept="image/*" multiple onChange={pick} />
        </label>
      }
    >
      <p className={styles.hint}>
        The main photo comes first, the others in your order. JPEG, PNG, WebP or HEIC, at most 5 MB each.
      </p>
      {adding.progress !== null && (
        <div className={styles.progress}>
          <p role="status">
            Adding photo {Math.min(adding.progress.done + 1, adding.progress.total)} of {adding.progress.total}…
          </p>
          <Progress label="Photos added" value={adding.progress.done} max={adding.progress.total} />
        </div>
      )}
      {photos.length === 0 && <p className={styles.hint}>No photos yet.</p>}
      {photos.length > 0 && (
        <ol ref={list} className={styles.list} aria-label="Photos">
          {photos.map((photo, index) => (
            <PhotoEntry
              key={photo.key}
              photo={photo}
              address={address}
              number={index + 1}
              // The main photo keeps its place.
              canMoveUp={index > 1 || (index === 1 && photos[0]?.is_primary !== true)}
              canMoveDown={index < photos.length - 1 && photo.is_primary !== true}
              onMoveUp={() => void move(photo, index, index - 1)}
              onMoveDown={() => void move(photo, index, index + 1)}
              onCaption={(caption) => void keep(captionPhoto(device, photo, caption))}
              onMakeMain={() =>
                void keep(makeMainPhoto(device, photo, photos), `Photo ${index + 1} is the main photo now.`)
              }
              onDelete={() => setAsked(photo)}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <ConfirmDialog
        open={asked !== null}
        title="Are you sure you want to delete this photo?"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) void keep(deletePhoto(device, asked), 'Photo deleted.')
          setAsked(null)
        }}
      />
      <AlertDialog open={adding.refusal !== null} title={adding.refusal?.title ?? ''} onClose={adding.dismissRefusal}>
        <p>{adding.refusal?.names}</p>
      </AlertDialog>
    </Card>
  )
}
