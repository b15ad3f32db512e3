import { sql, type Transaction } from 'kysely'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { wholeSchemaFor, type ListingChanges, type NewListing } from '#core/contract/listing.ts'
import type { Tables } from '#server/database/tables.ts'
import { definedOnly } from '#server/defined-only.ts'
import type { WriteContext, WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, type Outcome } from '#server/http/outcome.ts'
import type { SentFile } from '#server/http/bodies/request-hash.ts'
import { parseFields } from '#server/http/validation.ts'
import { removePhotos, removeUnusedPhotos } from '#server/photos/remove-photos.ts'
import { invalid, notFound } from '#server/problem-responses.ts'
import { makePrivate } from '#server/properties/make-private.ts'
import { shareProperty } from '#server/properties/share-property.ts'
import {
  createdOwn,
  findAlreadyCreated,
  findOwn,
  insertOwn,
  removeOwn,
  updateOwn,
  writeOwn,
} from '#server/records/own-records.ts'
import type { Services } from '#server/services.ts'
import { insertListingImage, refusalIfPhotosFull, storePhoto, type StoredPhoto } from './listing-images-service.ts'
import { listings, type SentListing } from './listings.ts'
import { ownsListing } from './owns-listing.ts'

export async function addListing(
  services: Services,
  request: WriteRequest,
  listing: NewListing,
  sentPhoto: SentFile | undefined,
): Promise<WriteOutcome> {
  const { database } = services
  const photo = sentPhoto && (await storePhoto(services, request.agentId, 'photo_main', sentPhoto))
  const outcome = await database.write(request, async (trx, context): Promise<Outcome> => {
    const addsPhoto = photo && (await findAlreadyCreated(trx, listings, context)) === undefined
    const refusal = addsPhoto ? await refusalIfPhotosFull(trx, context, photo) : null
    if (refusal !== null) return refusal
    const inserted = await insertOwn(trx, context, listings, [], listing)
    if ('refusal' in inserted) return inserted.refusal
    const { record, isNew } = inserted
    if (!isNew) return createdOwn(listings, record)
    if (photo) await insertMainPhoto(trx, context, record.id, photo)
    const hasPropertyChanged = await shareIfOwnListing(trx, context, record)
    const complete = photo || hasPropertyChanged ? await findOwn(trx, listings, context.agentId, [record.id]) : record
    return createdOwn(listings, complete ?? record)
  })
  if (photo) await removeUnusedPhotos(services, [photo.name])
  return outcome
}

/** If the agent now lists a private property, moves it into the shared catalog. Returns true if it did: the listing must be read again. */
async function shareIfOwnListing(
  trx: Transaction<Tables>,
  context: WriteContext,
  listing: SentListing,
): Promise<boolean> {
  const mustShare = listing.property.is_private === true && !isListedByOther(listing)
  if (mustShare) await shareProperty(trx, context, listing.property.id)
  return mustShare
}

/** If another broker now lists the home, calls `makePrivate`. Returns true if that changed the property: the listing must be read again. */
async function hideIfHomeToShow(
  trx: Transaction<Tables>,
  context: WriteContext,
  before: SentListing,
  listing: SentListing,
): Promise<boolean> {
  const isNowHomeToShow = !isListedByOther(before) && isListedByOther(listing)
  return isNowHomeToShow && (await makePrivate(trx, context, listing.property.id))
}

async function insertMainPhoto(
  trx: Transaction<Tables>,
  context: WriteContext,
  listingId: number,
  photo: StoredPhoto,
): Promise<void> {
  // `clientKey` identifies the listing. A photo in the same request has none.
  const withoutKey = { ...context, clientKey: null }
  await insertListingImage(trx, withoutKey, listingId, photo, { caption: '', is_primary: true })
}

/** `listing_price` and `description` are not validated yet: whether they are required depends on the record. */
type SentChanges = Omit<ListingChanges, 'listing_price' | 'description'> & {
  listing_price?: unknown
  description?: unknown
}

export type MainPhotoChange = { replaceBy: SentFile } | 'remove' | undefined

/** A change of the photo alone does not change the listing's version, so it cannot conflict with an edit of other fields. */
export async function changeListing(
  services: Services,
  request: WriteRequest,
  id: number,
  changes: SentChanges,
  mainPhoto: MainPhotoChange,
): Promise<WriteOutcome> {
  const { database, photos } = services
  const sentPhoto = typeof mainPhoto === 'object' ? mainPhoto.replaceBy : undefined
  // Photos for another agent's listing are not decoded: the write below responds 404.
  const isOwn = sentPhoto !== undefined && (await ownsListing(database.db, request.agentId, id))
  const photo = isOwn ? await storePhoto(services, request.agentId, 'photo_main', sentPhoto) : undefined

  let removedPhotoNames: string[] = []
  const outcome = await writeOwn(database, request, listings, [id], async (trx, context, current): Promise<Outcome> => {
    removedPhotoNames = []
    const refusal = photo ? await refusalIfPhotosFull(trx, context, photo) : null
    if (refusal !== null) return refusal
    const merged = { ...current, ...changes }
    const changed =
      Object.keys(changes).length === 0
        ? current
        : await updateOwn(trx, context, listings, [id], parseFields(wholeSchemaFor(merged), definedOnly(merged)))
    const openHouseRefusal = await refusedForOpenHouses(trx, current, changed)
    if (openHouseRefusal !== null) return openHouseRefusal
    const hasPropertyChanged =
      (await shareIfOwnListing(trx, context, changed)) || (await hideIfHomeToShow(trx, context, current, changed))
    if (mainPhoto === undefined && !hasPropertyChanged) return answered(changed)
    if (photo || mainPhoto === 'remove') removedPhotoNames = await deletePrimaryImage(trx, context, id)
    if (photo) await insertMainPhoto(trx, context, id, photo)
    const complete = await findOwn(trx, listings, context.agentId, [id])
    return complete === undefined ? notFound() : answered(complete)
  })
  if (photo) await removeUnusedPhotos(services, [photo.name])
  if (outcome.status < 300) await removePhotos(photos, removedPhotoNames)
  return outcome
}

/** Returns a refusal if the change turns a listing with an open house that has not ended into a home to show; otherwise null. */
async function refusedForOpenHouses(
  trx: Transaction<Tables>,
  before: SentListing,
  listing: SentListing,
): Promise<Outcome | null> {
  if (isListedByOther(before) || !isListedByOther(listing)) return null
  // Times are local to the home. A time that has passed in Honolulu has passed in every zone of the fifty states.
  const { rows } = await sql`
    select from open_houses where listing_id = ${listing.id} and date + end_time > now() at time zone 'Pacific/Honolulu'
    limit 1`.execute(trx)
  return rows.length === 0
    ? null
    : invalid({ listed_by: ['This listing has open houses that have not ended. Delete them first.'] })
}

/** Returns the name of the removed photo in the photo store; an empty list if the listing had no main photo. */
async function deletePrimaryImage(
  trx: Transaction<Tables>,
  { agentId }: WriteContext,
  listingId: number,
): Promise<string[]> {
  const { rows } = await sql<{ photo_name: string }>`
    delete from listing_images where agent_id = ${agentId} and listing_id = ${listingId} and is_primary
    returning photo_name`.execute(trx)
  return rows.map(({ photo_name }) => photo_name)
}

export async function removeListing(services: Services, request: WriteRequest, id: number): Promise<WriteOutcome> {
  let removedPhotoNames: string[] = []
  const outcome = await removeOwn(services.database, request, listings, [id], async (trx) => {
    const rows = await trx.selectFrom('listing_images').select('photo_name').where('listing_id', '=', id).execute()
    removedPhotoNames = rows.map(({ photo_name }) => photo_name)
  })
  if (outcome.status < 300) await removePhotos(services.photos, removedPhotoNames)
  return outcome
}
