import { browserLocks } from './browser-locks.ts'
import type { Device } from './device.ts'

/** One import or restore is made or undone at a time on this device, whichever tab it began in. */
export async function oneImportAtATime<Result>({ owner }: Device, work: () => Promise<Result>): Promise<Result> {
  const locks = browserLocks()
  return locks === undefined ? work() : await locks.request(`fanlight-import-${owner}`, work)
}
