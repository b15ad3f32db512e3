import type { SentFile } from '#server/http/bodies/request-hash.ts'
import { fieldProblem, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { newPhotoName } from './photo-store.ts'

/** A photo whose files are in the photo store. `field`: the form field that sent it, for messages. `widestPixels`: its widest copy’s width. */
export type StoredPhoto = { field: string; name: string; widestPixels: number }

/** Stores a photo's files before the write that refers to them. Throws a refusal if the photo is not an image. */
export async function storePhoto(
  { photos, photoDecoder }: Pick<Services, 'photos' | 'photoDecoder'>,
  agentId: number,
  field: string,
  sent: SentFile,
): Promise<StoredPhoto> {
  const processed = await photoDecoder.process(sent.bytes, agentId)
  if (processed === null) {
    throw new RefusedRequest(fieldProblem(422, 'not_an_image', { [field]: ['Please upload an image file'] }))
  }
  const name = newPhotoName()
  await photos.put(name, processed.copies)
  return { field, name, widestPixels: processed.widestPixels }
}
