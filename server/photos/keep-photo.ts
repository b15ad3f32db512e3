import type { SentFile } from '#server/http/request-hash.ts'
import { busy, fieldProblem, RefusedRequest } from '#server/problem-responses.ts'
import { newPhotoName, type PhotoStore } from './photo-store.ts'
import { processPhoto } from './process-photo.ts'
import { QueueIsFull } from '#server/queue.ts'

/** The photo whose bytes are kept already under `name`. */
export type KeptPhoto = { field: string; name: string; widestPixels: number }

/** Keeps a photo that came in this field, before the write that will use it; refuses what is no image. */
export async function keepPhoto(photos: PhotoStore, field: string, sent: SentFile): Promise<KeptPhoto> {
  const processed = await processPhoto(sent.bytes).catch((error: unknown) => {
    throw error instanceof QueueIsFull ? new RefusedRequest(busy(5)) : error
  })
  if (processed === null) {
    throw new RefusedRequest(fieldProblem(422, 'not_an_image', { [field]: ['Please upload an image file'] }))
  }
  const name = newPhotoName()
  await photos.put(name, processed.copies)
  return { field, name, widestPixels: processed.widestPixels }
}
