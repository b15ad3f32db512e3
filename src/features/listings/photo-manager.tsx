import { type ChangeEvent, useRef, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { CameraIcon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { useMedia } from '#ui/use-media.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { addressOf, type PhotoRow } from './listing-row-kinds.ts'
import { captionPhoto, deletePhoto, inPlace, placePhoto } from './photo-commands.ts'
import styles from './photo-manager.module.css'
import { PhotoSheet } from './photo-sheet.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { useAddingPhotos } from './use-adding-photos.ts'
import { usePhotoDrag } from './use-photo-drag.ts'

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
  const [opened, setOpened] = useState<LocalKey | null>(null)
  // Null while a press opens a photo.
  const [chosen, setChosen] = useState<ReadonlySet<LocalKey> | null>(null)
  const [asked, setAsked] = useState<readonly PhotoRow[]>([])
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  // The main photo stays in front; what is dropped on it becomes the main one.
  const first = photos[0]?.is_primary === true ? 1 : 0
  const keys = photos.map(({ key }) => key)
  const dragging = usePhotoDrag({ list, keys, first, onDrop: (key, to) => void move(key, to) })
  const isTouched = useMedia('(pointer: coarse)')
  const address = addressOf(listing)
  if (isPlain) return null

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // The same files may be picked again after they were deleted.
    event.target.value = ''
    adding.add(files)
  }

  async function keep(work: () => Promise<void>, told?: string) {
    try {
      await work()
      if (told !== undefined) setSaid(told)
    } catch (error) {
      notify({ type: 'error', title: 'Failed to update listing. Please try again.', message: storageProblem(error) })
    }
  }

  function move(key: LocalKey, to: number): Promise<void> {
    const isMain = to === 0 && first === 1
    return keep(
      () => placePhoto(device, listing.key, key, to),
      isMain ? 'The photo is the main photo now.' : `Photo moved to place ${to + 1} of ${photos.length}.`,
    )
  }

  async function step(photo: PhotoRow, from: number, by: -1 | 1) {
    const to = from + by
    if (photo.is_primary === true || to < first || to >= photos.length) return
    await move(photo.key, to)
    list.current?.querySelector<HTMLElement>(`[data-photo="${photo.key}"] button`)?.focus()
  }

  function press(photo: PhotoRow) {
    if (chosen === null) return setOpened(photo.key)
    const next = new Set(chosen)
    if (!next.delete(photo.key)) next.add(photo.key)
    setChosen(next)
  }

  async function save(photo: PhotoRow, { caption, place }: { caption?: string; place?: number }) {
    setOpened(null)
    if (caption !== undefined) await keep(() => captionPhoto(device, photo, caption))
    if (place !== undefined) await move(photo.key, place - 1)
  }

  function deleteAsked() {
    const count = asked.length
    void keep(
      async () => {
        for (const photo of asked) await deletePhoto(device, photo)
      },
      count === 1 ? 'Photo deleted.' : `${count} photos deleted.`,
    )
    setAsked([])
    setChosen(null)
  }

  const openedIndex = photos.findIndex(({ key }) => key === opened)
  const openedPhoto = photos[openedIndex]
  const selected = photos.filter(({ key }) => chosen?.has(key))
  const { drag } = dragging
  const shown = drag === null ? photos : inPlace(photos, drag.key, drag.to)
  return (
    <Card
      className={styles.manager}
      title="Photos"
      actions={
        <>
          {photos.length > 1 && (
            <Button aria-pressed={chosen !== null} onClick={() => setChosen(chosen === null ? new Set() : null)}>
              Select
            </Button>
          )}
          <label className={buttonClass({ className: styles.add })}>
            <CameraIcon size={18} />
            Add photos
            <input type="file" accept="image/*" multiple onChange={pick} />
          </label>
        </>
      }
    >
      <p className={styles.hint}>
        {photos.length > 1
          ? `${isTouched ? 'Hold and drag' : 'Drag'} to reorder${isTouched ? '' : ', or press Shift and an arrow key'}. Press a photo for its caption, its place, or to delete it.`
          : 'JPEG, PNG, WebP or HEIC, at most 5 MB each. The first one is the main photo.'}
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
      {chosen !== null && (
        <div className={styles.chosen}>
          <span role="status">{selected.length} selected</span>
          <Button
            variant="danger"
            aria-disabled={selected.length === 0 || undefined}
            onClick={() => selected.length > 0 && setAsked(selected)}
          >
            Delete
          </Button>
        </div>
      )}
      {photos.length > 0 && (
        <ol ref={list} className={styles.list} aria-label="Photos" {...dragging.listProps}>
          {shown.map((photo, index) => {
            const from = photos.indexOf(photo)
            return (
              <PhotoTile
                key={photo.key}
                photo={photo}
                address={address}
                number={index + 1}
                offset={drag?.key === photo.key ? drag.offset : null}
                isChosen={chosen === null ? null : chosen.has(photo.key)}
                onPress={() => press(photo)}
                onStep={(by) => void step(photo, from, by)}
              />
            )
          })}
        </ol>
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {openedPhoto !== undefined && (
        <PhotoSheet
          key={openedPhoto.key}
          photo={openedPhoto}
          address={address}
          number={openedIndex + 1}
          count={photos.length}
          onSave={(changes) => void save(openedPhoto, changes)}
          onDelete={() => {
            setOpened(null)
            setAsked([openedPhoto])
          }}
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmDialog
        open={asked.length > 0}
        title={`Are you sure you want to delete ${asked.length === 1 ? 'this photo' : `these ${asked.length} photos`}?`}
        onCancel={() => setAsked([])}
        onConfirm={deleteAsked}
      />
      <AlertDialog open={adding.refusal !== null} title={adding.refusal?.title ?? ''} onClose={adding.dismissRefusal}>
        <p>{adding.refusal?.names}</p>
      </AlertDialog>
    </Card>
  )
}
