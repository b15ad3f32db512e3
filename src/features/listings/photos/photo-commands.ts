import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import type { NewRecord } from '#core/sync/writing/create-record.ts'
import { updateRow } from '#core/sync/writing/update-record.ts'
import { type Addition, addRecord, removeRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { inDisplayOrder } from '#features/listings/list/listings-queries.ts'
import { preparePhoto, type PickedPhoto } from './photo-choice.ts'
import { useState, useRef } from 'react'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** Adds a stored photo after the others; the first photo becomes the main one. */
async function addPhoto(device: Device, listingKey: LocalKey, file: AttachedFile): Promise<void> {
  // Read for each photo, because several are added in a row.
  const photos: PhotoRow[] = await device.database.listing_images.where('listing_key').equals(listingKey).toArray()
  const position = photos.length === 0 ? 0 : Math.max(...photos.map((photo) => photo.position ?? 0)) + 1
  const place = { is_primary: photos.length === 0, position }
  await addRecord(device, 'listing_image', newPhoto(listingKey, device.ids.uuid(), file, place))
}

/** Returns the picked main photo as a new record. A second save with the same `opId` has no effect. */
export function pickedMainPhoto(listingKey: LocalKey, { opId, file }: PickedPhoto): NewRecord {
  return { entity: 'listing_image', ...newPhoto(listingKey, opId, file, { is_primary: true }) }
}

function newPhoto(listingKey: LocalKey, opId: string, file: AttachedFile, place: Fields): Addition {
  return {
    opId,
    changes: { caption: '', ...place },
    references: { listing: { entity: 'listing', key: listingKey } },
    files: { image: file },
  }
}

/** A move to a position, counted from 0, or by one step. */
export type PhotoMove = { to: number } | { by: -1 | 1 }

/** Returns the new position; null if the photo cannot move there. A photo moved to position 0 becomes the main photo. */
async function movePhoto(
  { replica, clock, ids }: Device,
  listingKey: LocalKey,
  key: LocalKey,
  move: PhotoMove,
): Promise<number | null> {
  return replica.transact('write', async (tx) => {
    // Read in the transaction, because another move may have come first.
    const rows = await tx.rowsReferringTo('listing_image', 'listing', listingKey)
    const photos = inDisplayOrder(rows as PhotoRow[])
    const from = photos.findIndex((photo) => photo.key === key)
    const to = 'to' in move ? move.to : positionAfterStep(photos, from, move.by)
    if (from === -1 || to === null) return null
    for (const [opened, changes] of changesOfMove(photos, key, to)) {
      const update = { entity: 'listing_image', opId: ids.uuid(), key: opened.key, opened, changes } as const
      await updateRow(tx, replica.owner, clock.now(), update)
    }
    return to
  })
}

/** Returns the position after a step; null beyond the ends. The main photo stays first: it does not move, and others do not move before it. */
function positionAfterStep(photos: readonly PhotoRow[], from: number, by: -1 | 1): number | null {
  const first = firstMovable(photos)
  const to = from + by
  return from < first || to < first || to >= photos.length ? null : to
}

function changesOfMove(photos: readonly PhotoRow[], key: LocalKey, to: number): [PhotoRow, Fields][] {
  if (to === 0 && firstMovable(photos) === 1) {
    // The previous main photo becomes the first of the others.
    const changed = photos.filter((photo) => photo.key === key || photo.is_primary === true)
    return changed.map((photo) => [photo, { is_primary: photo.key === key }])
  }
  // The main photo always comes first, so its position is not changed.
  return withPhotoMoved(photos, key, to).flatMap((photo, position) =>
    photo.is_primary === true || photo.position === position ? [] : [[photo, { position }]],
  )
}

/** Returns the first position to which a step can move a photo: 1 if position 0 has the main photo. Only a drop or a choice moves a photo there. */
export function firstMovable(photos: readonly PhotoRow[]): 0 | 1 {
  return photos[0]?.is_primary === true ? 1 : 0
}

export function withPhotoMoved(photos: readonly PhotoRow[], key: LocalKey, to: number): PhotoRow[] {
  const order = photos.filter((photo) => photo.key !== key)
  order.splice(to, 0, ...photos.filter((photo) => photo.key === key))
  return order
}

function deletePhoto(device: Device, { key }: PhotoRow): Promise<void> {
  return removeRecord(device, 'listing_image', key)
}

/** Returns functions that save a change to a listing's photos at once. `said` is an announcement for screen readers. */
export function usePhotoChanges(listingKey: LocalKey, photos: readonly PhotoRow[]) {
  const device = useDevice()
  const [announcement, setAnnouncement] = useState('')

  /** `work` resolves to the announcement. */
  async function save(work: () => Promise<string | void>) {
    try {
      const announcement = await work()
      if (announcement !== undefined) setAnnouncement(announcement)
    } catch (error) {
      showFailureToast('Failed to update listing. Please try again.', error)
    }
  }

  function move(key: LocalKey, by: PhotoMove): Promise<void> {
    return save(async () => {
      const position = await movePhoto(device, listingKey, key, by)
      if (position === null) return
      const isMain = position === 0 && firstMovable(photos) === 1
      return isMain ? 'This is the main photo now.' : `Photo moved to position ${position + 1} of ${photos.length}.`
    })
  }

  function remove(removed: readonly PhotoRow[]): Promise<void> {
    return save(async () => {
      for (const photo of removed) await deletePhoto(device, photo)
      return removed.length === 1 ? 'Photo deleted.' : `${removed.length} photos deleted.`
    })
  }

  return { said: announcement, move, remove }
}

const notSavedMessage = 'The photo couldn’t be saved on this device. Free up some space, then choose it again.'

type Refusal = { title: string; lines: string[] }

type AddingPhotos = {
  progress: { done: number; total: number } | null
  refusal: Refusal | null
  dismissRefusal: () => void
  add: (files: readonly File[]) => void
}

/** Adds picked files to a listing; each is stored before the next is decoded. */
export function useAddingPhotos(listingKey: LocalKey): AddingPhotos {
  const device = useDevice()
  const [progress, setProgress] = useState<AddingPhotos['progress']>(null)
  const [refusal, setRefusal] = useState<AddingPhotos['refusal']>(null)
  // Files that the agent picks while others are being added wait in this queue.
  const queue = useRef(Promise.resolve())

  async function addAll(files: readonly File[]) {
    const refused = new Map<string, string[]>()
    for (const [index, file] of files.entries()) {
      setProgress({ done: index, total: files.length })
      // One at a time: older phones close the tab if several photos are decoded at once.
      const reason = await addOne(device, listingKey, file)
      if (reason !== null) refused.set(reason, [...(refused.get(reason) ?? []), file.name])
    }
    setProgress(null)
    setRefusal(refusalOf([...refused].map(([reason, names]) => ({ reason, names: names.join(', ') }))))
  }

  return {
    progress,
    refusal,
    dismissRefusal: () => setRefusal(null),
    add: (files) => {
      if (files.length > 0) queue.current = queue.current.then(() => addAll(files))
    },
  }
}

/** Returns the message about refused photos, with one line for each reason; null if none was refused. */
function refusalOf(refused: readonly { reason: string; names: string }[]): Refusal | null {
  const [first] = refused
  if (first === undefined) return null
  if (refused.length === 1) return { title: first.reason, lines: [first.names] }
  return { title: 'Some photos were not added', lines: refused.map(({ reason, names }) => `${names}: ${reason}`) }
}

/** Returns why the photo was not added; null if it was added. */
async function addOne(device: Device, listingKey: LocalKey, file: File): Promise<string | null> {
  const preparation = await preparePhoto(file)
  if (!preparation.ok) return preparation.refusal
  const { jpeg, fileName, mediaType } = preparation.photo
  try {
    await addPhoto(device, listingKey, await device.saveFile(jpeg, { fileName, mediaType }))
    return null
  } catch (error) {
    console.warn('A picked photo was not kept.', error)
    return notSavedMessage
  }
}
