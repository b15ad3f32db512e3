import { sql, type Transaction } from 'kysely'
import type { ListingImageChanges, NewListingImage } from '#core/contract/listing-image.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, type Outcome } from '#server/http/outcome.ts'
import type { SentFile } from '#server/http/bodies/request-hash.ts'
import { newPhotoName } from '#server/photos/photo-store.ts'
import { removePhotos, removeUnusedPhotos } from '#server/photos/remove-photos.ts'
import { fieldProblem, invalid, notFound, RefusedRequest } from '#server/problem-responses.ts'
import {
  createdOwn,
  findAlreadyCreated,
  insertOwn,
  removeOwn,
  updateOwn,
  writeOwn,
} from '#server/records/own-records.ts'
import type { Services } from '#server/services.ts'
import { listingImages } from './listing-images.ts'
import { ownsListing } from './owns-listing.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** Adds a photo to a listing. A photo is a separate record, so the listing's version does not change. */
export async function addListingImage(
  services: Services,
  request: WriteRequest,
  listingId: number,
  sentPhoto: SentFile,
  image: NewListingImage,
): Promise<WriteOutcome> {
  const { database } = services
  // Decodes the photo only for an own listing, because decoding is expensive. For any other listing, the write below answers 404.
  const isOwnListing = await ownsListing(database.db, request.agentId, listingId)
  const photo = isOwnListing ? await storePhoto(services, request.agentId, 'image', sentPhoto) : undefined
  const outcome = await database.write(request, async (trx, context): Promise<Outcome> => {
    if (photo === undefined || !(await ownsListing(trx, context.agentId, listingId))) return notFound()
    const existing = await findAlreadyCreated(trx, listingImages, context)
    if (existing !== undefined) return createdOwn(listingImages, existing)
    const refusal = await refusalIfPhotosFull(trx, context, photo)
    if (refusal !== null) return refusal
    const inserted = await insertListingImage(trx, context, listingId, photo, image)
    return 'refusal' in inserted ? inserted.refusal : createdOwn(listingImages, inserted.record)
  })
  if (photo) await removeUnusedPhotos(services, [photo.name])
  return outcome
}

/** A photo whose files are in the photo store. `field`: the form field that contained it, for messages. `widestPixels`: its widest copy’s width. */
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

/** Protects the disk. The most active agents have a tenth of this. */
const maxPhotosOfAgent = 20_000

export async function refusalIfPhotosFull(
  trx: Transaction<Tables>,
  { agentId }: WriteContext,
  { field }: StoredPhoto,
): Promise<Outcome | null> {
  const { count } = await trx
    .selectFrom('listing_images')
    .select((photo) => photo.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  if (count < maxPhotosOfAgent) return null
  const most = formatNumber(maxPhotosOfAgent)
  return invalid({
    [field]: [`You have ${most} photos, the most that one agent can have. Remove some first.`],
  })
}

export async function insertListingImage(
  trx: Transaction<Tables>,
  context: WriteContext,
  listingId: number,
  photo: StoredPhoto,
  { caption, is_primary, position }: NewListingImage,
): ReturnType<typeof insertOwn<typeof listingImages>> {
  if (is_primary) await demotePrimaryImage(trx, context, listingId)
  const afterLast = sql`(select coalesce(max(position) + 1, 0) from listing_images where listing_id = ${listingId})`
  const stored = { listing_id: listingId, photo_name: photo.name, widest: photo.widestPixels }
  const image = { ...stored, caption, is_primary, position: (position ?? afterLast) as number }
  return insertOwn(trx, context, listingImages, [listingId], image)
}

/** Changes a photo of a listing. If it becomes the primary photo, the previous one loses this role and gets a new version, too. */
export function changeListingImage(
  { database }: Services,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: ListingImageChanges,
): Promise<WriteOutcome> {
  return writeOwn(database, request, listingImages, [listingId, id], async (trx, context, current) => {
    const { caption = current.caption, is_primary = current.is_primary, position } = changes
    if (is_primary && !current.is_primary) await demotePrimaryImage(trx, context, listingId)
    return answered(await updateOwn(trx, context, listingImages, [listingId, id], { caption, is_primary, position }))
  })
}

async function demotePrimaryImage(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  listingId: number,
): Promise<void> {
  await trx
    .updateTable('listing_images')
    .set({ is_primary: false, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('listing_id', '=', listingId)
    .where('is_primary', '=', true)
    .execute()
}

export async function removeListingImage(
  { database, photos }: Services,
  request: WriteRequest,
  listingId: number,
  id: number,
): Promise<WriteOutcome> {
  let removedNames: string[] = []
  const outcome = await removeOwn(database, request, listingImages, [listingId, id], async (trx) => {
    const rows = await trx.selectFrom('listing_images').select('photo_name').where('id', '=', id).execute()
    removedNames = rows.map(({ photo_name }) => photo_name)
  })
  if (outcome.status < 300) await removePhotos(photos, removedNames)
  return outcome
}
