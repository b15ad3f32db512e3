import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { updateRow } from '#core/sync/writing/update-record.ts'
import { removeRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { PhotoRow } from '#features/listings/list/listing-row-kinds.ts'
import { inDisplayOrder } from '#features/listings/list/listings-queries.ts'
import { useState } from 'react'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** Returns functions that save a change to a listing's photos at once. `announcement` is the last change, for screen readers. */
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
      const isMain = position === 0 && firstStepPosition(photos) === 1
      return isMain ? 'This is the main photo now.' : `Photo moved to position ${position + 1} of ${photos.length}.`
    })
  }

  function remove(removed: readonly PhotoRow[]): Promise<void> {
    return save(async () => {
      for (const photo of removed) await deletePhoto(device, photo)
      return removed.length === 1 ? 'Photo deleted.' : `${removed.length} photos deleted.`
    })
  }

  return { announcement, move, remove }
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
  const first = firstStepPosition(photos)
  const to = from + by
  return from < first || to < first || to >= photos.length ? null : to
}

function changesOfMove(photos: readonly PhotoRow[], key: LocalKey, to: number): [PhotoRow, Fields][] {
  if (to === 0 && firstStepPosition(photos) === 1) {
    // The previous main photo becomes the first of the others.
    const changed = photos.filter((photo) => photo.key === key || photo.is_primary === true)
    return changed.map((photo) => [photo, { is_primary: photo.key === key }])
  }
  // The main photo always comes first, so its position is not changed.
  return withPhotoMoved(photos, key, to).flatMap((photo, position) =>
    photo.is_primary === true || photo.position === position ? [] : [[photo, { position }]],
  )
}

/** Returns the first position to which a step can move a photo: 1 if the main photo is at 0, where only `{ to: 0 }` moves a photo. */
export function firstStepPosition(photos: readonly PhotoRow[]): 0 | 1 {
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
