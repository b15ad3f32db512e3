import { statfsSync } from 'node:fs'

/**
 * Where files live in memory, on a machine that has the room; undefined elsewhere. What the server tests copy, write and remove
 * costs a tenth there: each has a database of its own.
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4e9 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}
