import type { AbortSignalLike } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import { holdWebLock, leaseSenderLock, browserLocks } from './sender-lock.ts'

/** How soon a page without web locks tries again. */
const lookAgainMs = 500

/**
 * Runs one piece of work per `name` at a time on this device; later ones wait. Without web locks it uses a lease (fault B7).
 * `lost` aborts if another page may have started, as after a freeze (fault A24): leave the rest to that page.
 */
export async function withDeviceLock<Result>(
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
