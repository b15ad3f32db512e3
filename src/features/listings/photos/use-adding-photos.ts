import { useRef, useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import { addPhoto } from './photo-commands.ts'
import { preparePhoto } from './prepare-photo.ts'

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
