import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { type NewRecord, updateRow } from '#core/sync/writing/record-change.ts'
import { type Addition, addRecord, removeRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { inOrderOfShowing } from '#features/listings/list/listings-queries.ts'
import { preparePhoto, type PickedPhoto } from './photo-choice.ts'
import { useState, useRef } from 'react'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** Adds a photo behind the listing's others; the first one is the main photo. Its bytes are on this device already. */
async function addPhoto(device: Device, listingKey: LocalKey, file: AttachedFile): Promise<void> {
  // Read now, because several photos are added one after another.
  const photos: PhotoRow[] = await device.database.listing_images.where('listing_key').equals(listingKey).toArray()
  const position = photos.length === 0 ? 0 : Math.max(...photos.map((photo) => photo.position ?? 0)) + 1
  const place = { is_primary: photos.length === 0, position }
  await addRecord(device, 'listing_image', newPhoto(listingKey, device.ids.uuid(), file, place))
}

/** The main photo that a listing's form has picked, as a new record; made once under its `opId`. */
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

/** To a place, counted from 0, or on by one place. */
export type PhotoMove = { to: number } | { by: -1 | 1 }

/**
 * Moves a photo among its listing's others, all of them or none, and resolves to its new place; null where it has none.
 * In front of the main photo it becomes the main one itself.
 */
async function movePhoto(
  { replica, clock, ids }: Device,
  listingKey: LocalKey,
  key: LocalKey,
  move: PhotoMove,
): Promise<number | null> {
  return replica.transact('write', async (store) => {
    // Read here, because another move may have been made while the photo was held or this one waited.
    const rows = await store.rowsReferringTo('listing_image', 'listing', listingKey)
    const photos = inOrderOfShowing(rows as PhotoRow[])
    const from = photos.findIndex((photo) => photo.key === key)
    const to = 'to' in move ? move.to : placeAfterStep(photos, from, move.by)
    if (from === -1 || to === null) return null
    for (const [opened, changes] of changesOfMove(photos, key, to)) {
      const update = { entity: 'listing_image', opId: ids.uuid(), key: opened.key, opened, changes } as const
      await updateRow(store, replica.owner, clock.now(), update)
    }
    return to
  })
}

/** The main photo stays in front, and none goes past it or the last. */
function placeAfterStep(photos: readonly PhotoRow[], from: number, by: -1 | 1): number | null {
  const first = firstMovable(photos)
  const to = from + by
  return from < first || to < first || to >= photos.length ? null : to
}

function changesOfMove(photos: readonly PhotoRow[], key: LocalKey, to: number): [PhotoRow, Fields][] {
  if (to === 0 && firstMovable(photos) === 1) {
    // The one that was the main photo becomes the first of the others.
    const changed = photos.filter((photo) => photo.key === key || photo.is_primary === true)
    return changed.map((photo) => [photo, { is_primary: photo.key === key }])
  }
  // The main photo stands in front whatever its number is.
  return inPlace(photos, key, to).flatMap((photo, position) =>
    photo.is_primary === true || photo.position === position ? [] : [[photo, { position }]],
  )
}

/** The main photo stays in front; what is dropped on it becomes the main one. */
export function firstMovable(photos: readonly PhotoRow[]): 0 | 1 {
  return photos[0]?.is_primary === true ? 1 : 0
}

/** The photos with one of them in another place; those between move by one. */
export function inPlace(photos: readonly PhotoRow[], key: LocalKey, to: number): PhotoRow[] {
  const order = photos.filter((photo) => photo.key !== key)
  order.splice(to, 0, ...photos.filter((photo) => photo.key === key))
  return order
}

function deletePhoto(device: Device, { key }: PhotoRow): Promise<void> {
  return removeRecord(device, 'listing_image', key)
}

/** Changes to a listing's photos, each kept at once. `said` is what a screen reader hears of the last one. */
export function usePhotoChanges(listingKey: LocalKey, photos: readonly PhotoRow[]) {
  const device = useDevice()
  const [said, setSaid] = useState('')

  async function keep(work: () => Promise<string | void>) {
    try {
      const told = await work()
      if (told !== undefined) setSaid(told)
    } catch (error) {
      showFailureToast('Failed to update listing. Please try again.', error)
    }
  }

  function move(key: LocalKey, by: PhotoMove): Promise<void> {
    return keep(async () => {
      const place = await movePhoto(device, listingKey, key, by)
      if (place === null) return
      const isMain = place === 0 && firstMovable(photos) === 1
      return isMain ? 'This is the main photo now.' : `Photo moved to position ${place + 1} of ${photos.length}.`
    })
  }

  function remove(removed: readonly PhotoRow[]): Promise<void> {
    return keep(async () => {
      for (const photo of removed) await deletePhoto(device, photo)
      return removed.length === 1 ? 'Photo deleted.' : `${removed.length} photos deleted.`
    })
  }

  return { said, move, remove }
}

/** Said when this device has no room for a photo; those before it are kept. */
const notKept = 'The photo couldn’t be saved on this device. Free up some space, then choose it again.'

type Refusal = { title: string; lines: string[] }

type AddingPhotos = {
  /** Null while nothing is being added. */
  progress: { done: number; total: number } | null
  /** What could not be added and why, shown once. */
  refusal: Refusal | null
  dismissRefusal: () => void
  add: (files: readonly File[]) => void
}

/** Adds picked files to a listing's photos, each kept on this device before the next is drawn. */
export function useAddingPhotos(listingKey: LocalKey): AddingPhotos {
  const device = useDevice()
  const [progress, setProgress] = useState<AddingPhotos['progress']>(null)
  const [refusal, setRefusal] = useState<AddingPhotos['refusal']>(null)
  // Files that are picked while others are being added wait for them.
  const turn = useRef(Promise.resolve())

  async function addAll(files: readonly File[]) {
    const refused = new Map<string, string[]>()
    for (const [index, file] of files.entries()) {
      setProgress({ done: index, total: files.length })
      // One at a time: older phones close the tab when several photos are decoded together.
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
      if (files.length > 0) turn.current = turn.current.then(() => addAll(files))
    },
  }
}

/** Null when nothing was refused; of several reasons each stands beside its own files. */
function refusalOf(refused: readonly { reason: string; names: string }[]): Refusal | null {
  const [first] = refused
  if (first === undefined) return null
  if (refused.length === 1) return { title: first.reason, lines: [first.names] }
  return { title: 'Some photos were not added', lines: refused.map(({ reason, names }) => `${names}: ${reason}`) }
}

/** Null, or why it was refused. */
async function addOne(device: Device, listingKey: LocalKey, file: File): Promise<string | null> {
  const preparation = await preparePhoto(file)
  if (!preparation.ok) return preparation.refusal
  const { jpeg, fileName, mediaType } = preparation.photo
  try {
    await addPhoto(device, listingKey, await device.saveFile(jpeg, { fileName, mediaType }))
    return null
  } catch (error) {
    console.warn('A picked photo was not kept.', error)
    return notKept
  }
}
