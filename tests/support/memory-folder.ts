import { statfsSync } from 'node:fs'

/** A folder in memory, if the machine has room. Each server test copies a database, which costs a tenth there. */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4e9 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}
