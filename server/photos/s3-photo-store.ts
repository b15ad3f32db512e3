import { S3mini } from 's3mini'
import { photoWidths } from '#core/contract/photo-widths.ts'
import { isPhotoName, photoMediaType, type PhotoStore, type PhotoWidth } from './photo-store.ts'

/** `endpoint` names the bucket too, as `https://host/bucket` or `https://bucket.host`. */
type S3Settings = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

const folder = 'photos/'

/** Photos in an S3-compatible store: `photos/{name}-{width}.webp`. */
export function createS3PhotoStore(settings: S3Settings): PhotoStore {
  const bucket = new S3mini({ ...settings, requestAbortTimeout: 20_000 })
  const keyOf = (name: string, width: PhotoWidth) => `${folder}${name}-${width}.webp`

  return {
    async put(name, copies) {
      await Promise.all(copies.map(({ width, bytes }) => bucket.putObject(keyOf(name, width), bytes, photoMediaType)))
    },

    async get(name, width) {
      const bytes = await bucket.getObjectArrayBuffer(keyOf(name, width))
      return bytes === null ? null : new Uint8Array(bytes)
    },

    async delete(name) {
      await Promise.all(photoWidths.map((width) => bucket.deleteObject(keyOf(name, width))))
    },

    async namesBefore(moment) {
      const names = new Set<string>()
      for (const object of (await bucket.listObjects('/', folder)) ?? []) {
        const name = object.Key.slice(folder.length, folder.length + 32)
        if (isPhotoName(name) && new Date(object.LastModified) < moment) names.add(name)
      }
      return [...names]
    },
  }
}
