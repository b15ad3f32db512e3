import { statfs } from 'node:fs/promises'

/** The embedded database extends its log by 16 MB, and crashes if it cannot. */
const reserveBytes = 32 * 1024 * 1024
const rememberMs = 250

type DiskRoom = { isFull: () => Promise<boolean> }

/** A file system that does not report its free space counts as having room. */
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
