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

/** Finds and removes what a crash between a write and its tidying left behind; returns how many photos that were. */
export async function sweepPhotos({ database, photos }: Services, now: Date): Promise<number> {
  const names = await photos.namesBefore(new Date(now.getTime() - sweptAfterMs))
  let swept = 0
  for (let start = 0; start < names.length; start += namesAtOnce) {
    const unused = await unusedPhotoNames(database.db, names.slice(start, start + namesAtOnce))
    await removePhotos(photos, unused)
    swept += unused.length
  }
  return swept
}
