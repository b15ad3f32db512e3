import type { AbortSignalLike } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import { holdWebLock, leaseSenderLock, browserLocks } from './sender-lock.ts'

/** How soon a page without the browser's locks looks again. */
const lookAgainMs = 500

/**
 * Runs one work of this name at a time on this device, whichever tab it began in; later ones wait. By the browser's own lock, or
 * by a lease in the database on a page without HTTPS (fault B7). `lost` aborts when another page may have begun since, as after a
 * freeze (fault A24): what is not done yet is then left to it.
 */
export async function oneAtATime<Result>(
  device: Pick<Device, 'owner' | 'replica' | 'clock' | 'ids'>,
  name: string,
  work: (lost: AbortSignalLike) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  const hold = holderOf(device, name)
  while ((await hold(async (lost) => void results.push(await work(lost)))) === 'busy') {
    await device.clock.sleep(lookAgainMs)
  }
  return results[0] as Result
}

function holderOf({ owner, replica, clock, ids }: Pick<Device, 'owner' | 'replica' | 'clock' | 'ids'>, name: string) {
  const locks = browserLocks()
  if (locks !== undefined) {
    return (work: (lost: AbortSignalLike) => Promise<void>) => holdWebLock(locks, `fanlight-${name}-${owner}`, {}, work)
  }
  const lease = leaseSenderLock(replica, clock, ids.uuid(), `${name}-lease`)
  return (work: (lost: AbortSignalLike) => Promise<void>) => lease.hold(work, { steal: false })
}
