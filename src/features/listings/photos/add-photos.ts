import type { Fields } from '#core/contract/json.ts'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { fitPhoto, photoRefusals, refusePickedFile, type PhotoRefusal } from '#core/domain/listings/photo-rules.ts'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { createRecord, type NewRecord } from '#core/sync/writing/create-record.ts'
import { useState, useRef } from 'react'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import type { Device } from '#storage/device/device.ts'
import { useDevice } from '#storage/device/device-context.tsx'

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

export const notSavedMessage = 'The photo couldn’t be saved on this device. Free up some space, then choose it again.'

type PreparedPhoto = { jpeg: Blob; fileName: string; mediaType: 'image/jpeg' }

type Preparation = { ok: true; photo: PreparedPhoto } | { ok: false; refusal: PhotoRefusal }

/**
 * Converts a file to an upright JPEG of at most 5 MB without metadata, or returns a refusal. Always draws a new image, so that
 * every server accepts the format and the picked file is no longer needed (faults I3, I7).
 */
export async function preparePhoto(file: File): Promise<Preparation> {
  const refusal = refusePickedFile(file)
  if (refusal !== null) return { ok: false, refusal }
  const picture = await decode(file)
  if (picture === null) return { ok: false, refusal: photoRefusals.notAnImage }
  try {
    const jpeg = await encode(picture)
    if (jpeg === null) return { ok: false, refusal: photoRefusals.notAnImage }
    return { ok: true, photo: { jpeg, fileName: jpegName(file.name), mediaType: 'image/jpeg' } }
  } finally {
    picture.release()
  }
}

type Picture = { source: CanvasImageSource; width: number; height: number; release: () => void }

/** Decodes an image file; null if the browser cannot. */
async function decode(file: File): Promise<Picture | null> {
  try {
    const bitmap = await createImageBitmap(file)
    return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
  } catch {
    // Safari decodes some formats, such as HEIC, only in an image element.
    return decodeInElement(file)
  }
}

async function decodeInElement(file: File): Promise<Picture | null> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  const release = () => URL.revokeObjectURL(address)
  try {
    await image.decode()
  } catch {
    release()
    return null
  }
  if (image.naturalWidth === 0 || image.naturalHeight === 0) {
    release()
    return null
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, release }
}

/** Returns null if the browser has too little memory for the canvas, or if even a JPEG of low quality is too large. */
async function encode(picture: Picture): Promise<Blob | null> {
  const size = fitPhoto(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG has no transparency; without a background it would be black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(picture.source, 0, 0, size.width, size.height)
  for (const quality of [0.88, 0.7, 0.5]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob === null) return null
    if (blob.size <= largestPhotoBytes) return blob
  }
  return null
}

function jpegName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').trim()
  return `${stem === '' ? 'photo' : stem}.jpg`
}

/** Adds a stored photo after the others; the first photo becomes the main one. */
async function addPhoto(device: Device, listingKey: LocalKey, file: AttachedFile): Promise<void> {
  // Read for each photo, because several are added in a row.
  const photos: PhotoRow[] = await device.database.listing_images.where('listing_key').equals(listingKey).toArray()
  const position = photos.length === 0 ? 0 : Math.max(...photos.map((photo) => photo.position ?? 0)) + 1
  const place = { is_primary: photos.length === 0, position }
  await createRecord(device.replica, device.clock, newPhoto(listingKey, device.ids.uuid(), file, place))
}

/** `place`: `is_primary`, and `position` if it is known. */
export function newPhoto(listingKey: LocalKey, opId: string, file: AttachedFile, place: Fields): NewRecord {
  return {
    entity: 'listing_image',
    opId,
    changes: { caption: '', ...place },
    references: { listing: { entity: 'listing', key: listingKey } },
    files: { image: file },
  }
}

/** Returns the message about refused photos, with one line for each reason; null if none was refused. */
function refusalOf(refused: readonly { reason: string; names: string }[]): Refusal | null {
  const [first] = refused
  if (first === undefined) return null
  if (refused.length === 1) return { title: first.reason, lines: [first.names] }
  return { title: 'Some photos were not added', lines: refused.map(({ reason, names }) => `${names}: ${reason}`) }
}
