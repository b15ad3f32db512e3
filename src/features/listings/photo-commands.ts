import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import type { NewRecord } from '#core/sync/writing/record-change.ts'
import { type Addition, addRecord, changeRecord, removeRecord } from '#records/commands.ts'
import type { Device } from '#storage/device.ts'
import type { PhotoRow } from './listing-row-kinds.ts'
import { photosOf } from './one-listing-queries.ts'
import type { PickedPhoto } from './photo-choice.ts'

/** Adds a photo behind the listing's others; the first one is the main photo. Its bytes are on this device already. */
export async function addPhoto(device: Device, listingKey: LocalKey, file: AttachedFile): Promise<void> {
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

export function captionPhoto(device: Device, photo: PhotoRow, caption: string): Promise<void> {
  return change(device, photo, { caption })
}

/** Puts a photo into another place; in front of the main photo it becomes the main one itself. */
export async function placePhoto(device: Device, listingKey: LocalKey, key: LocalKey, to: number): Promise<void> {
  // Read now, because the order may have changed while the photo was held.
  const photos = await photosOf(device.database, listingKey)
  const photo = photos.find((one) => one.key === key)
  if (photo === undefined) return
  if (to === 0 && photos[0]?.is_primary === true) await makeMainPhoto(device, photo, photos)
  else await putInOrder(device, inPlace(photos, key, to))
}

/** Makes a photo the main one; the one that was becomes the first of the others. */
async function makeMainPhoto(device: Device, photo: PhotoRow, photos: readonly PhotoRow[]): Promise<void> {
  await change(device, photo, { is_primary: true })
  const before = photos.filter(({ key, is_primary }) => key !== photo.key && is_primary === true)
  for (const other of before) await change(device, other, { is_primary: false })
}

/** The photos with one of them in another place; those between move by one. */
export function inPlace(photos: readonly PhotoRow[], key: LocalKey, to: number): PhotoRow[] {
  const order = photos.filter((photo) => photo.key !== key)
  order.splice(to, 0, ...photos.filter((photo) => photo.key === key))
  return order
}

async function putInOrder(device: Device, photos: readonly PhotoRow[]): Promise<void> {
  // The main photo stands in front whatever its number is.
  for (const [index, photo] of photos.entries()) {
    if (photo.is_primary !== true && photo.position !== index) await change(device, photo, { position: index })
  }
}

export function deletePhoto(device: Device, { key }: PhotoRow): Promise<void> {
  return removeRecord(device, 'listing_image', key)
}

async function change(device: Device, photo: PhotoRow, changes: Fields): Promise<void> {
  const { key, caption = '', is_primary = false, position = null } = photo
  const opened = { caption, is_primary, position }
  await changeRecord(device, 'listing_image', { opId: device.ids.uuid(), key, opened, changes })
}
