import type { ListingImageChanges, NewListingImage } from '#core/contract/listing-image.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import type { SentFile } from '#server/http/request-hash.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { keepPhoto } from '#server/photos/keep-photo.ts'
import { removePhotos, removeUnusedPhotos } from '#server/photos/remove-photos.ts'
import { notFound } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import {
  deleteListingImage,
  findListingImage,
  findListingImageByKey,
  insertListingImage,
  updateListingImage,
} from './listing-images-repository.ts'
import { ownsListing } from './listings-repository.ts'

/** Adds a photo to a listing; the listing's own version stays as it is. */
export async function addListingImage(
  services: Services,
  request: WriteRequest,
  listingId: number,
  sentPhoto: SentFile,
  image: NewListingImage,
): Promise<WriteOutcome> {
  const { database, photos } = services
  // Photos for somebody else's listing are not worth decoding; the write below answers 404.
  const mayKeep = await ownsListing(database.db, request.agentId, listingId)
  const photo = mayKeep ? await keepPhoto(photos, 'image', sentPhoto) : undefined
  const outcome = await database.write(request, async (trx, context) => {
    if (photo === undefined || !(await ownsListing(trx, context.agentId, listingId))) return notFound()
    const record =
      (await findListingImageByKey(trx, context)) ?? (await insertListingImage(trx, context, listingId, photo, image))
    return created(record, `/api/listings/${record.listing}/images/${record.id}/`)
  })
  if (photo) await removeUnusedPhotos(services, [photo.name])
  return outcome
}

/** Changes caption or rank; a photo made the primary one demotes the other, which gets a new version as well. */
export function changeListingImage(
  { database }: Services,
  request: WriteRequest,
  listingId: number,
  id: number,
  changes: ListingImageChanges,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findListingImage, [listingId, id], async (trx, context, current) => {
    return answered(await updateListingImage(trx, context, current, changes))
  })
}

export async function removeListingImage(
  { database, photos }: Services,
  request: WriteRequest,
  listingId: number,
  id: number,
): Promise<WriteOutcome> {
  let goneNames: string[] = []
  const outcome = await writeCurrent(database, request, findListingImage, [listingId, id], async (trx, context) => {
    goneNames = await deleteListingImage(trx, context, id)
    return removed()
  })
  if (outcome.status < 300) await removePhotos(photos, goneNames)
  return outcome
}
