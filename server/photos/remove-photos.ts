import type { Kysely } from 'kysely'
import { keyedHash } from '#server/accounts/secret-tokens.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services.ts'
import type { PhotoStore } from './photo-store.ts'

/** Deletes the files of these photos, which no record uses. If one cannot be deleted, the next `sweepPhotos` tries again. */
export async function removePhotos(photos: PhotoStore, names: readonly string[]): Promise<void> {
  await Promise.allSettled(names.map((name) => photos.delete(name)))
}

export async function removeUnusedPhotos({ database, photos }: Services, names: readonly string[]): Promise<void> {
  await removePhotos(photos, await unusedPhotoNames(database.db, names))
}

/** Younger photos are not deleted, because the write that stored one may not have ended yet. */
const minAgeMs = 24 * 60 * 60 * 1000
const groupSize = 1000

/** Deletes photos without a record. Returns their number, or null if the photos belong to another database or to none. */
export async function sweepPhotos({ database, photos, secret }: Services, now: Date): Promise<number | null> {
  const unusedOf = async (names: readonly string[]): Promise<string[]> => {
    const unused: string[] = []
    for (const group of inGroups(names)) unused.push(...(await unusedPhotoNames(database.db, group)))
    return unused
  }
  const names = await photos.namesStoredBefore(new Date(now.getTime() - minAgeMs))
  const unused = await unusedOf(names)
  // The secret does not change when a database is restored or moved.
  const owner = keyedHash(secret, 'photo store')
  let storedOwner = await photos.owner()
  // Photos without an owner belong to the database that uses most of them. An empty database must not become their
  // owner: a server that is started with one by mistake would delete all photos after its next start.
  if (storedOwner === null && isAtLeastHalfUsed(names, unused)) {
    // Counts photos younger than a day as well, to set the owner early: after a day, the first photos may be unused, and
    // without an owner they would never be deleted.
    const all = await photos.namesStoredBefore(now)
    if (all.length > 0 && isAtLeastHalfUsed(all, await unusedOf(all))) {
      await photos.setOwner(owner)
      storedOwner = owner
    }
  }
  if (names.length === 0) return 0
  if (storedOwner !== owner) return null
  for (const group of inGroups(unused)) await removePhotos(photos, group)
  return unused.length
}

async function unusedPhotoNames(db: Kysely<Tables>, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('listing_images').select('photo_name').where('photo_name', 'in', names).execute()
  const used = new Set(rows.map((row) => row.photo_name))
  return names.filter((name) => !used.has(name))
}

function isAtLeastHalfUsed(names: readonly string[], unused: readonly string[]): boolean {
  return unused.length * 2 <= names.length
}

function* inGroups(names: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < names.length; start += groupSize) yield names.slice(start, start + groupSize)
}
