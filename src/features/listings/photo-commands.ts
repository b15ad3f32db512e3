import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { createRecord, updateRecord } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device.ts'
import type { PhotoRow } from './listing-row-kinds.ts'

/** Adds a photo behind the listing's others; the first one is the main photo. Its bytes are on this device already. */
export async function addPhoto(device: Device, listingKey: LocalKey, file: AttachedFile): Promise<void> {
  // Read now, because several photos are added one after another.
  const photos: PhotoRow[] = await device.database.listing_images.where('listing_key').equals(listingKey).toArray()
  const position = photos.length === 0 ? 0 : Math.max(...photos.map((photo) => photo.position ?? 0)) + 1
  await createRecord(device.replica, device.clock, {
    opId: device.ids.uuid(),
    entity: 'listing_image',
    changes: { caption: '', is_primary: photos.length === 0, position },
    references: { listing: { entity: 'listing', key: listingKey } },
    files: { image: file },
  })
}

export function captionPhoto(device: Device, photo: PhotoRow, caption: string): Promise<void> {
  return change(device, photo, { caption })
}

/** Makes a photo the main one; the one that was becomes the first of the others. */
export async function makeMainPhoto(device: Device, photo: PhotoRow, photos: readonly PhotoRow[]): Promise<void> {
  await change(device, photo, { is_primary: true })
  const before = photos.filter(({ key, is_primary }) => key !== photo.key && is_primary === true)
  for (const other of before) await change(device, other, { is_primary: false })
}

/** Puts a photo into another place among `photos`, which stand in their order; those between move by one. */
export async function movePhoto(device: Device, photos: readonly PhotoRow[], from: number, to: number): Promise<void> {
  const order = [...photos]
  order.splice(to, 0, ...order.splice(from, 1))
  // The main photo stands in front whatever its number is.
  for (const [index, photo] of order.entries()) {
    if (photo.is_primary !== true && photo.position !== index) await change(device, photo, { position: index })
  }
}

export async function deletePhoto(device: Device, { key }: PhotoRow): Promise<void> {
  await deleteRecord(device.replica, device.clock, { opId: device.ids.uuid(), entity: 'listing_image', key })
}

async function change(device: Device, photo: PhotoRow, changes: Fields): Promise<void> {
  const { caption = '', is_primary = false, position = null } = photo
  await updateRecord(device.replica, device.clock, {
    opId: device.ids.uuid(),
    entity: 'listing_image',
    key: photo.key,
    opened: { caption, is_primary, position },
    changes,
  })
}
