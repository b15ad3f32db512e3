import { sql, type Kysely, type Transaction } from 'kysely'
import type { ListingImageChanges, NewListingImage } from '#core/contract/listing-image.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { KeptPhoto } from '#server/photos/keep-photo.ts'
import { listingImageColumns, listingImageRowToRecord, type ListingImageRecord } from './listing-image-record.ts'

/** A listing's photos, the primary one first and the others in the agent's order. */
export async function listListingImages(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
): Promise<ListingImageRecord[]> {
  const rows = await db
    .selectFrom('listing_images')
    .select(listingImageColumns)
    .where('agent_id', '=', agentId)
    .where('listing_id', '=', listingId)
    .orderBy('is_primary', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(listingImageRowToRecord)
}

/** These photos as far as they are the agent's, in any order. */
export async function readListingImages(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<ListingImageRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('listing_images')
    .select(listingImageColumns)
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(listingImageRowToRecord)
}

export async function findListingImage(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  id: number,
): Promise<ListingImageRecord | undefined> {
  const [image] = await readListingImages(db, agentId, [id])
  return image?.listing === listingId ? image : undefined
}

/** The photo that an earlier revision of the same operation made. */
export async function findListingImageByKey(
  trx: Transaction<Tables>,
  { agentId, clientKey }: WriteContext,
): Promise<ListingImageRecord | undefined> {
  if (clientKey === null) return undefined
  const row = await trx
    .selectFrom('listing_images')
    .select(listingImageColumns)
    .where('agent_id', '=', agentId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  return row && listingImageRowToRecord(row)
}

/** The new photo; as the primary one it demotes the photo that was. */
export async function insertListingImage(
  trx: Transaction<Tables>,
  context: WriteContext,
  listingId: number,
  photo: KeptPhoto,
  { caption, is_primary, position }: NewListingImage,
): Promise<ListingImageRecord> {
  if (is_primary) await demotePrimaryImage(trx, context, listingId)
  const row = await trx
    .insertInto('listing_images')
    .values({
      agent_id: context.agentId,
      version: context.version,
      client_key: context.clientKey,
      listing_id: listingId,
      photo_name: photo.name,
      widest: photo.widestPixels,
      caption,
      is_primary,
      position: position ?? nextPosition(listingId),
    })
    .returning(listingImageColumns)
    .executeTakeFirstOrThrow()
  return listingImageRowToRecord(row)
}

/** Behind the listing's last photo. */
function nextPosition(listingId: number) {
  return sql<number>`(select coalesce(max(position) + 1, 0) from listing_images where listing_id = ${listingId})`
}

/** The changed photo; made the primary one, it demotes the photo that was. */
export async function updateListingImage(
  trx: Transaction<Tables>,
  context: WriteContext,
  image: ListingImageRecord,
  { caption = image.caption, is_primary = image.is_primary, position = image.position }: ListingImageChanges,
): Promise<ListingImageRecord> {
  if (is_primary && !image.is_primary) await demotePrimaryImage(trx, context, image.listing)
  const row = await trx
    .updateTable('listing_images')
    .set({ caption, is_primary, position, version: context.version, updated_at: sql`now()` })
    .where('agent_id', '=', context.agentId)
    .where('id', '=', image.id)
    .returning(listingImageColumns)
    .executeTakeFirstOrThrow()
  return listingImageRowToRecord(row)
}

/** The demoted photo is changed too: it gets this write's version, so that other devices learn of it. */
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

/** Removes one photo; returns the name under which its bytes are kept. */
export async function deleteListingImage(
  trx: Transaction<Tables>,
  { agentId }: WriteContext,
  id: number,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('listing_images')
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .returning('photo_name')
    .execute()
  return rows.map((row) => row.photo_name)
}

/** Removes a listing's primary photo if it has one; returns the name under which its bytes are kept. */
export async function deletePrimaryImage(
  trx: Transaction<Tables>,
  { agentId }: WriteContext,
  listingId: number,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('listing_images')
    .where('agent_id', '=', agentId)
    .where('listing_id', '=', listingId)
    .where('is_primary', '=', true)
    .returning('photo_name')
    .execute()
  return rows.map((row) => row.photo_name)
}

/** The names under which the bytes of a listing's photos are kept. */
export async function photoNamesOf(db: Kysely<Tables>, listingId: number): Promise<string[]> {
  const rows = await db.selectFrom('listing_images').select('photo_name').where('listing_id', '=', listingId).execute()
  return rows.map((row) => row.photo_name)
}
