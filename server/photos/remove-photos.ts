import { keyedHash } from '#server/accounts/secret-tokens.ts'
import type { Services } from '#server/services.ts'
import type { PhotoStore } from './photo-store.ts'
import { unusedPhotoNames } from './photos-repository.ts'

/** Deletes files that no record uses. The next sweep finds those that fail. */
export async function removePhotos(photos: PhotoStore, names: readonly string[]): Promise<void> {
  await Promise.allSettled(names.map((name) => photos.delete(name)))
}

export async function removeUnusedPhotos({ database, photos }: Services, names: readonly string[]): Promise<void> {
  await removePhotos(photos, await unusedPhotoNames(database.db, names))
}

/** Longer than any write for which a photo was stored. */
const sweptAfterMs = 24 * 60 * 60 * 1000
const namesAtOnce = 1000

/** Deletes photos without a record. Returns their number, or null if the photos belong to another database. */
export async function sweepPhotos({ database, photos, secret }: Services, now: Date): Promise<number | null> {
  const unusedOf = async (names: readonly string[]): Promise<string[]> => {
    const unused: string[] = []
    for (const some of inGroups(names)) unused.push(...(await unusedPhotoNames(database.db, some)))
    return unused
  }
  const names = await photos.namesBefore(new Date(now.getTime() - sweptAfterMs))
  const unused = await unusedOf(names)
  // The secret does not change when a database is restored or moved.
  const owner = keyedHash(secret, 'photo store')
  let marked = await photos.owner()
  // Without an owner, the photos belong to the database that uses most of them. An empty database must not own them: a
  // server that is started with it by mistake would delete them after its next start.
  if (marked === null && isMostUsed(names, unused)) {
    // Now rather than after a day: by then the first photos may be deleted and would remain on disk.
    const all = await photos.namesBefore(now)
    if (all.length > 0 && isMostUsed(all, await unusedOf(all))) {
      await photos.setOwner(owner)
      marked = owner
    }
  }
  if (names.length === 0) return 0
  if (marked !== owner) return null
  for (const some of inGroups(unused)) await removePhotos(photos, some)
  return unused.length
}

function isMostUsed(names: readonly string[], unused: readonly string[]): boolean {
  return unused.length * 2 <= names.length
}

function* inGroups(names: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < names.length; start += namesAtOnce) yield names.slice(start, start + namesAtOnce)
}
