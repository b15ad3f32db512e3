import { useState } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { tellFailure } from '#records/saving/tell-failure.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { deletePhoto, firstMovable, movePhoto, type PhotoMove } from './photo-commands.ts'

/** Changes to a listing's photos, each kept at once. `said` is what a screen reader hears of the last one. */
export function usePhotoChanges(listingKey: LocalKey, photos: readonly PhotoRow[]) {
  const device = useDevice()
  const [said, setSaid] = useState('')

  async function keep(work: () => Promise<string | void>) {
    try {
      const told = await work()
      if (told !== undefined) setSaid(told)
    } catch (error) {
      tellFailure('Failed to update listing. Please try again.', error)
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
