import * as v from 'valibot'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { useRef, useState } from 'react'
import { useDevice } from '#storage/device/device-context.tsx'
import { deleteFiles } from '#storage/database/file-pieces.ts'
import { preparePhoto } from './prepare-photo.ts'

/**
 * What the agent wants done with the main photo when the form is saved. A picked photo's bytes are on this device
 * already; `opId` is made when it is picked, so that saving twice sends it once (fault A15).
 */
export type PhotoChoice = { kind: 'unchanged' } | RemovedPhoto | PickedPhoto

/**
 * Another may be the main photo when the form is saved; that one stays. A draft of an earlier version has the key '', which
 * stands for the main photo.
 */
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

/** The choice as a form keeps it, so that drafts hold it like every other field. Unchanged is the empty text. */
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

/** Said when this device has no room for the photo; the rest of the form is untouched. */
const notKept = 'The photo couldn’t be saved on this device. Free up some space, then choose it again.'

type PhotoPick = {
  isPreparing: boolean
  /** Why the last picked file was refused; shown until it is dismissed. */
  refusal: string | null
  dismissRefusal: () => void
  /** Draws the file anew and stores its bytes at once; `onPicked` hears when they are here to stay. */
  pick: (file: File) => void
  /** Resolves when nothing is being prepared any more; to the refusal when what was being prepared ended so. */
  settled: () => Promise<string | null>
}

export function usePhotoPick(chosen: PhotoChoice, onPicked: (photo: PickedPhoto) => void): PhotoPick {
  const device = useDevice()
  const [isPreparing, setIsPreparing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const underWay = useRef<Promise<string | null> | null>(null)

  async function prepare(file: File): Promise<string | null> {
    const preparation = await preparePhoto(file)
    if (!preparation.ok) return preparation.refusal
    const { jpeg, fileName, mediaType } = preparation.photo
    try {
      const stored = await device.saveFile(jpeg, { fileName, mediaType })
      onPicked({ kind: 'picked', opId: device.ids.uuid(), file: stored })
    } catch (error) {
      console.warn('A picked photo was not kept.', error)
      return notKept
    }
    // The bytes of a photo that was picked before and never saved are not needed any more.
    if (chosen.kind === 'picked') await deleteFiles(device.database, [chosen.file.blobKey]).catch(() => undefined)
    return null
  }

  return {
    isPreparing,
    refusal,
    dismissRefusal: () => setRefusal(null),
    pick: (file) => {
      setIsPreparing(true)
      const before = underWay.current ?? Promise.resolve(null)
      const pick = before.then(() => prepare(file))
      underWay.current = pick
      void pick.then((refused) => {
        setRefusal(refused)
        // A refusal is shown once; the next save is about what the form shows then.
        if (underWay.current !== pick) return
        underWay.current = null
        setIsPreparing(false)
      })
    },
    settled: () => underWay.current ?? Promise.resolve(null),
  }
}
