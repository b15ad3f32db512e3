import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { photoOnDevice } from '#storage/photos/photo-cache.ts'

/** The picture of a photo of the server as this device has seen it, kept to be sent; null where it has none. */
export async function pictureOf(device: Device, key: LocalKey): Promise<AttachedFile | null> {
  const { image } = (await device.database.listing_images.get(key)) ?? {}
  const seen = image === undefined ? undefined : await photoOnDevice(device.owner, image)
  if (seen === undefined) return null
  const picture = await seen.blob()
  const mediaType = seen.headers.get('content-type') ?? picture.type
  return device.saveFile(picture, { fileName: `photo.${mediaType.split('/').at(-1)}`, mediaType })
}
