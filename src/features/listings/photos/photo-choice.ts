import * as v from 'valibot'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import type { NewRecord } from '#core/sync/writing/create-record.ts'
import { useRef, useState } from 'react'
import { useDevice } from '#storage/device/device-context.tsx'
import { deleteFiles } from '#storage/database/file-pieces.ts'
import { newPhoto, notSavedMessage, preparePhoto } from './add-photos.ts'

/**
 * What the agent has done with the main photo in an open form. A picked photo is already stored on the device, and already has its
 * operation id, so that it is sent only once (fault A15).
 */
export type PhotoChoice = { kind: 'unchanged' } | RemovedPhoto | PickedPhoto

/** `key` is the photo to remove, because another photo may become the main one before the form is saved. Drafts of older versions have ''. */
type RemovedPhoto = { kind: 'removed'; key: LocalKey }

type PickedPhoto = { kind: 'picked'; opId: string; file: AttachedFile }

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
      return notSavedMessage
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

/** Returns the picked main photo as a new record. A second save with the same `opId` has no effect. */
export function pickedMainPhoto(listingKey: LocalKey, { opId, file }: PickedPhoto): NewRecord {
  return newPhoto(listingKey, opId, file, { is_primary: true })
}
