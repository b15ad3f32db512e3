import { keyedHash } from '#server/accounts/secret-tokens.ts'
import type { Services } from '#server/services.ts'
import type { PhotoStore } from './photo-store.ts'
import { unusedPhotoNames } from './photos-repository.ts'

/** Removes bytes that no record needs any more. What fails now is found by the next sweep. */
export async function removePhotos(photos: PhotoStore, names: readonly string[]): Promise<void> {
  await Promise.allSettled(names.map((name) => photos.delete(name)))
}

/** Removes those of these photos that no record came to use: the write was refused, or was a repetition. */
export async function removeUnusedPhotos({ database, photos }: Services, names: readonly string[]): Promise<void> {
  await removePhotos(photos, await unusedPhotoNames(database.db, names))
}

/** Long enough for the write that a photo was kept for to have ended, whatever happened to it. */
const sweptAfterMs = 24 * 60 * 60 * 1000
const namesAtOnce = 1000

/**
 * Finds and removes what a crash between a write and its tidying left behind; returns how many photos that were. Null, and
 * nothing removed, where the photos are another database's: to this one all of them would look unused.
 */
export async function sweepPhotos({ database, photos, secret }: Services, now: Date): Promise<number | null> {
  const unusedOf = async (names: readonly string[]): Promise<string[]> => {
    const unused: string[] = []
    for (const some of inGroups(names)) unused.push(...(await unusedPhotoNames(database.db, some)))
    return unused
  }
  const names = await photos.namesBefore(new Date(now.getTime() - sweptAfterMs))
  const unused = await unusedOf(names)
  // The secret stays the same when a database is restored or moved.
  const owner = keyedHash(secret, 'photo store')
  let marked = await photos.owner()
  // A store without a mark belongs to the database that uses most of it. An empty one does not: a server that is started on
  // it by mistake would mark it, and be free to sweep it when it is started once more.
  if (marked === null && isMostUsed(names, unused)) {
    // Without waiting for a day: by then the first photos may be deleted, and their bytes would stay.
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
