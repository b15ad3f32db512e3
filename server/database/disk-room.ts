import { statfs } from 'node:fs/promises'

/**
 * What the embedded database keeps for itself: it adds to its log 16 MB at a time, and when it cannot, it ends instead of
 * refusing the write.
 */
const reserveBytes = 32 * 1024 * 1024
const rememberMs = 250

type DiskRoom = { isFull: () => Promise<boolean> }

/** Looks how much room the disk below a folder has. A file system that does not say counts as one with room. */
export function diskRoomOf(folder: string): DiskRoom {
  let seen: Promise<boolean> | null = null
  let seenAt = 0
  return {
    isFull: () => {
      if (seen === null || performance.now() - seenAt > rememberMs) {
        seenAt = performance.now()
        seen = statfs(folder).then(
          ({ bavail, bsize, blocks }) => blocks > 0 && bavail * bsize < reserveBytes,
          () => false,
        )
      }
      return seen
    },
  }
}
