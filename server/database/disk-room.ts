import { statfs } from 'node:fs/promises'

/** The embedded database extends its log by 16 MB at a time, and crashes if the disk has no room for that. */
const reserveBytes = 32 * 1024 * 1024
const cacheMs = 250

type DiskRoom = { isFull: () => Promise<boolean> }

/** The result is cached for 250 ms. A file system that does not report its free space counts as not full. */
export function watchDiskSpace(folder: string): DiskRoom {
  let cached: Promise<boolean> | null = null
  let checkedAt = 0
  return {
    isFull: () => {
      if (cached === null || performance.now() - checkedAt > cacheMs) {
        checkedAt = performance.now()
        cached = statfs(folder).then(
          ({ bavail, bsize, blocks }) => blocks > 0 && bavail * bsize < reserveBytes,
          () => false,
        )
      }
      return cached
    },
  }
}
