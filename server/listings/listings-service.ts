import { listingFormSchema, type ListingChanges, type NewListing } from '#core/contract/listing.ts'
import { idByClientKey } from '#server/database/own-rows.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed, type Outcome } from '#server/http/outcome.ts'
import type { SentFile } from '#server/http/request-hash.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { keepPhoto } from '#server/photos/keep-photo.ts'
import { removePhotos, removeUnusedPhotos } from '#server/photos/remove-photos.ts'
import { invalid, notFound } from '#server/problem-responses.ts'
import { findProperty } from '#server/properties/properties-repository.ts'
import type { Services } from '#server/services.ts'
import { deletePrimaryImage, insertListingImage, photoNamesOf } from './listing-images-repository.ts'
import type { ListingRecord } from './listing-record.ts'
import {
  countVisitsOfListing,
  deleteListing,
  findListing,
  insertListing,
  ownsListing,
  updateListing,
} from './listings-repository.ts'

/** Makes a listing, with its main photo when one came along. */
export async function addListing(
  services: Services,
  request: WriteRequest,
  listing: NewListing,
  sentPhoto: SentFile | undefined,
): Promise<WriteOutcome> {
  const { database, photos } = services
  const photo = sentPhoto && (await keepPhoto(photos, 'photo_main', sentPhoto))
  const outcome = await database.write(request, async (trx, context) => {
    const knownId = await idByClientKey(trx, 'listings', context)
    if (knownId !== undefined) return createdListing(await findListing(trx, context.agentId, knownId))
    const property = await findProperty(trx, context.agentId, listing.property)
    if (property === undefined) return invalid({ property: ['This property is not in the catalogue.'] })
    const id = await insertListing(trx, context, listing)
    if (photo) await insertListingImage(trx, asMainPhoto(context), id, photo, { caption: '', is_primary: true })
    return createdListing(await findListing(trx, context.agentId, id))
  })
  if (photo) await removeUnusedPhotos(services, [photo.name])
  return outcome
}

function createdListing(listing: ListingRecord | undefined): Outcome {
  return listing === undefined ? notFound() : created(listing, `/api/listings/${listing.id}/`)
}

/** The operation's key names the listing; the photo that came inside has none of its own. */
function asMainPhoto<Context extends { clientKey: string | null }>(context: Context): Context {
  return { ...context, clientKey: null }
}

/** What happens to the main photo: another takes its place, or it goes. */
export type MainPhotoChange = { replaceBy: SentFile } | 'remove' | undefined

/**
 * Changes the named fields and the main photo. A change of the photo alone leaves the listing's version as it is,
 * so it can never come into conflict with an edit of the price.
 */
export async function changeListing(
  services: Services,
  request: WriteRequest,
  id: number,
  changes: ListingChanges,
  mainPhoto: MainPhotoChange,
): Promise<WriteOutcome> {
  const { database, photos } = services
  const sentPhoto = typeof mainPhoto === 'object' ? mainPhoto.replaceBy : undefined
  // Photos for somebody else's listing are not worth decoding; the write below answers 404.
  const mayKeep = sentPhoto !== undefined && (await ownsListing(database.db, request.agentId, id))
  const photo = mayKeep ? await keepPhoto(photos, 'photo_main', sentPhoto) : undefined

  let goneNames: string[] = []
  const outcome = await writeCurrent(database, request, findListing, [id], async (trx, context, current) => {
    goneNames = []
    if (Object.keys(changes).length > 0) {
      await updateListing(trx, context, id, parseFields(listingFormSchema, { ...current, ...changes }))
    }
    if (photo || mainPhoto === 'remove') goneNames = await deletePrimaryImage(trx, context, id)
    if (photo) await insertListingImage(trx, asMainPhoto(context), id, photo, { caption: '', is_primary: true })
    const changed = await findListing(trx, context.agentId, id)
    return changed === undefined ? notFound() : answered(changed)
  })
  if (photo) await removeUnusedPhotos(services, [photo.name])
  if (outcome.status < 300) await removePhotos(photos, goneNames)
  return outcome
}

/** Deletes a listing with all that belongs to it; the header `X-Deleted-Children` says what, as `images=2, showings=1`. */
export async function removeListing(services: Services, request: WriteRequest, id: number): Promise<WriteOutcome> {
  let goneNames: string[] = []
  const outcome = await writeCurrent(services.database, request, findListing, [id], async (trx, context) => {
    goneNames = await photoNamesOf(trx, id)
    const visits = await countVisitsOfListing(trx, id)
    await deleteListing(trx, context, id)
    return { ...removed(), headers: { 'x-deleted-children': childrenGone({ images: goneNames.length, ...visits }) } }
  })
  if (outcome.status < 300) await removePhotos(services.photos, goneNames)
  return outcome
}

/** Photos are always counted, other children when there were any. */
function childrenGone(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([kind, count]) => kind === 'images' || count > 0)
    .map(([kind, count]) => `${kind}=${count}`)
    .join(', ')
}
