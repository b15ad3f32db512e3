import { type ChangeEvent, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'
import { useIsPlainServer } from '#state/connection.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog, AlertDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { CameraIcon } from '#ui/icons/icon.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { useMediaQuery } from '#ui/hooks/use-media.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { addressOf, type PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import styles from './photos.module.css'
import { PhotoOrder } from './photo-order.tsx'
import { usePhotoChanges } from './photo-commands.ts'
import { useAddingPhotos } from './add-photos.ts'
import * as v from 'valibot'
import { newListingImageSchema } from '#core/contract/listing-image.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { DialogActions, Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { ListingPhoto } from '#features/listings/list/listing-photo.tsx'

type PhotoManagerProps = {
  listing: ListingRow
  /** In display order. */
  photos: readonly PhotoRow[]
}

/** Adds, orders, captions and deletes photos; each change is saved at once. Hidden on a plain server, which has one photo per listing. */
export function PhotoManager({ listing, photos }: PhotoManagerProps) {
  const isPlain = useIsPlainServer()
  return isPlain ? null : <ManyPhotos listing={listing} photos={photos} />
}

function ManyPhotos({ listing, photos }: PhotoManagerProps) {
  const changes = usePhotoChanges(listing.key, photos)
  const adding = useAddingPhotos(listing.key)
  const [opened, setOpened] = useState<LocalKey | null>(null)
  // Null unless the agent selects photos; a press then selects a photo instead of opening it.
  const [selected, setSelected] = useState<ReadonlySet<LocalKey> | null>(null)
  const [toDelete, setToDelete] = useState<readonly PhotoRow[]>([])
  const address = addressOf(listing)

  function press(photo: PhotoRow) {
    if (selected === null) return setOpened(photo.key)
    const next = new Set(selected)
    if (!next.delete(photo.key)) next.add(photo.key)
    setSelected(next)
  }

  function deletePhotos() {
    void changes.remove(toDelete)
    setToDelete([])
    setSelected(null)
  }

  return (
    <Card
      className={styles.manager}
      title="Photos"
      actions={
        <>
          {photos.length > 1 && (
            <Button aria-pressed={selected !== null} onClick={() => setSelected(selected === null ? new Set() : null)}>
              Select
            </Button>
          )}
          <AddPhotos onPick={adding.add} />
        </>
      }
    >
      <Hint count={photos.length} />
      <Adding {...adding} />
      {photos.length === 0 && <p className={styles.hint}>No photos yet.</p>}
      {selected !== null && (
        <SelectionBar photos={photos.filter(({ key }) => selected.has(key))} onDelete={setToDelete} />
      )}
      {photos.length > 0 && (
        <PhotoOrder photos={photos} address={address} chosen={selected} onPress={press} onMove={changes.move} />
      )}
      <VisuallyHidden>
        <span role="status">{changes.announcement}</span>
      </VisuallyHidden>
      <OpenedPhoto
        photos={photos}
        opened={opened}
        address={address}
        changes={changes}
        onDelete={(photo) => setToDelete([photo])}
        onClose={() => setOpened(null)}
      />
      <DeletionDialog photos={toDelete} onCancel={() => setToDelete([])} onConfirm={deletePhotos} />
    </Card>
  )
}

function AddPhotos({ onPick }: { onPick: (files: readonly File[]) => void }) {
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // Lets the agent pick the same files again after deleting them.
    event.target.value = ''
    onPick(files)
  }

  return (
    <label className={buttonClass({ className: styles.add })}>
      <CameraIcon size={18} />
      Add Photos
      <input type="file" accept="image/*" multiple onChange={pick} />
    </label>
  )
}

function Hint({ count }: { count: number }) {
  const isTouched = useMediaQuery('(pointer: coarse)')
  return (
    <p className={styles.hint}>
      {count > 1
        ? `${isTouched ? 'Hold and drag' : 'Drag'} to reorder${isTouched ? '' : ', or press Shift and an arrow key'}. Press a photo to add a caption, move it, or delete it.`
        : 'JPEG, PNG, WebP or HEIC, at most 5 MB each. The first one is the main photo.'}
    </p>
  )
}

function Adding({ progress, refusal, dismissRefusal }: ReturnType<typeof useAddingPhotos>) {
  return (
    <>
      {progress !== null && (
        <div className={styles.progress}>
          <p role="status">
            Adding photo {Math.min(progress.done + 1, progress.total)} of {progress.total}...
          </p>
          <Progress label="Photos added" value={progress.done} max={progress.total} />
        </div>
      )}
      <AlertDialog open={refusal !== null} title={refusal?.title ?? ''} onClose={dismissRefusal}>
        {refusal?.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </AlertDialog>
    </>
  )
}

type SelectionBarProps = {
  photos: readonly PhotoRow[]
  onDelete: (photos: readonly PhotoRow[]) => void
}

function SelectionBar({ photos, onDelete }: SelectionBarProps) {
  return (
    <div className={styles.chosen}>
      <span role="status">{photos.length} selected</span>
      <Button
        variant="danger"
        aria-disabled={photos.length === 0 || undefined}
        onClick={() => photos.length > 0 && onDelete(photos)}
      >
        Delete
      </Button>
    </div>
  )
}

type OpenedPhotoProps = {
  photos: readonly PhotoRow[]
  opened: LocalKey | null
  address: string
  changes: ReturnType<typeof usePhotoChanges>
  onDelete: (photo: PhotoRow) => void
  onClose: () => void
}

function OpenedPhoto({ photos: current, opened, address, changes, onDelete, onClose }: OpenedPhotoProps) {
  // The open photo stays if another device deletes it.
  const photos = useRowsWithOpen(current, ({ key }) => key === opened) ?? current
  const index = photos.findIndex(({ key }) => key === opened)
  const photo = photos[index]
  if (photo === undefined) return null

  return (
    <PhotoSheet
      key={photo.key}
      photo={photo}
      address={address}
      number={index + 1}
      count={photos.length}
      onMove={(place) => void changes.move(photo.key, { to: place - 1 })}
      onDelete={() => {
        onClose()
        onDelete(photo)
      }}
      onClose={onClose}
    />
  )
}

type DeletionDialogProps = {
  /** An empty list closes the dialog. */
  photos: readonly PhotoRow[]
  onCancel: () => void
  onConfirm: () => void
}

function DeletionDialog({ photos, onCancel, onConfirm }: DeletionDialogProps) {
  return (
    <ConfirmDialog
      open={photos.length > 0}
      title={`Are you sure you want to delete ${photos.length === 1 ? 'this photo' : `these ${photos.length} photos`}?`}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}

type PhotoSheetProps = {
  photo: PhotoRow
  address: string
  /** Position, counted from 1. */
  number: number
  count: number
  /** Moves the photo to a position, counted from 1. */
  onMove: (place: number) => void
  onDelete: () => void
  onClose: () => void
}

const captionSchema = v.pick(newListingImageSchema, ['caption'])
type Caption = { caption: string }

function PhotoSheet({ photo, address, number, count, onMove, onDelete, onClose }: PhotoSheetProps) {
  const { caption = '', is_primary } = photo
  // Null until the agent picks a position, because another device may reorder the photos in the meantime.
  const [place, setPlace] = useState<number | null>(null)
  const staysFirst = is_primary === true

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
          hint={staysFirst ? 'The main photo stays in front. Make another photo the main one to move it.' : undefined}
          value={place ?? number}
          disabled={staysFirst}
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
