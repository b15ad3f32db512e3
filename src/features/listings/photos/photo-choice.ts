import * as v from 'valibot'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { useRef, useState } from 'react'
import { useDevice } from '#storage/device/device-context.tsx'
import { deleteFiles } from '#storage/database/file-pieces.ts'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { fitPhoto, photoRefusals, refusePickedFile, type PhotoRefusal } from '#core/domain/listings/photo-rules.ts'

/**
 * What the agent has done with the main photo in an open form. A picked photo is already stored on the device, and already has its
 * operation id, so that it is sent only once (fault A15).
 */
export type PhotoChoice = { kind: 'unchanged' } | RemovedPhoto | PickedPhoto

/** `key` is the photo to remove, because another photo may become the main one before the form is saved. Drafts of older versions have ''. */
type RemovedPhoto = { kind: 'removed'; key: LocalKey }

export type PickedPhoto = { kind: 'picked'; opId: string; file: AttachedFile }

const choiceSchema = v.variant('kind', [
  v.object({ kind: v.literal('removed'), key: v.optional(v.string(), '') }),
  v.object({
    kind: v.literal('picked'),
    opId: v.string(),
    file: v.object({
      blobKey: v.string(),
      fileName: v.string(),
      mediaType: v.string(),
      byteLength: v.number(),
      sha256: v.string(),
    }),
  }),
])

/** Returns the choice as the text of a form field, so that drafts contain it; '' if unchanged. */
export function choiceToText(choice: PhotoChoice): string {
  return choice.kind === 'unchanged' ? '' : JSON.stringify(choice)
}

export function textToChoice(text: string | undefined): PhotoChoice {
  if (text === undefined || text === '') return { kind: 'unchanged' }
  try {
    const parsed = v.safeParse(choiceSchema, JSON.parse(text))
    return parsed.success ? parsed.output : { kind: 'unchanged' }
  } catch {
    return { kind: 'unchanged' }
  }
}

const notSaved = 'The photo couldn’t be saved on this device. Free up some space, then choose it again.'

type PhotoPick = {
  isPreparing: boolean
  refusal: string | null
  dismissRefusal: () => void
  /** Converts and stores the file without waiting for the form's save; then calls `onPicked`. */
  pick: (file: File) => void
  /** Resolves when all picked files are converted and stored: to the refusal of the last one, or null. */
  settled: () => Promise<string | null>
}

/** `chosen` is the current choice; another pick deletes its stored file. */
export function usePhotoPick(chosen: PhotoChoice, onPicked: (photo: PickedPhoto) => void): PhotoPick {
  const device = useDevice()
  const [isPreparing, setIsPreparing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const lastPick = useRef<Promise<string | null> | null>(null)

  async function prepare(file: File): Promise<string | null> {
    const preparation = await preparePhoto(file)
    if (!preparation.ok) return preparation.refusal
    const { jpeg, fileName, mediaType } = preparation.photo
    try {
      const stored = await device.saveFile(jpeg, { fileName, mediaType })
      onPicked({ kind: 'picked', opId: device.ids.uuid(), file: stored })
    } catch (error) {
      console.warn('A picked photo was not kept.', error)
      return notSaved
    }
    // The previously picked photo was never saved, so its bytes are no longer needed.
    if (chosen.kind === 'picked') await deleteFiles(device.database, [chosen.file.blobKey]).catch(() => undefined)
    return null
  }

  return {
    isPreparing,
    refusal,
    dismissRefusal: () => setRefusal(null),
    pick: (file) => {
      setIsPreparing(true)
      const before = lastPick.current ?? Promise.resolve(null)
      const pick = before.then(() => prepare(file))
      lastPick.current = pick
      void pick.then((refused) => {
        setRefusal(refused)
        // Forgets the pick, so that a later save does not report its refusal again.
        if (lastPick.current !== pick) return
        lastPick.current = null
        setIsPreparing(false)
      })
    },
    settled: () => lastPick.current ?? Promise.resolve(null),
  }
}

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
