import type { AbortSignalLike } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import { holdWebLock, leaseSenderLock, browserLocks } from './sender-lock.ts'

/** How soon a page without web locks tries again. */
const retryMs = 500

/**
 * Runs `work` while no other work with this `name` runs on this device, and resolves to its result. Without web locks it uses a lease
 * (fault B7). `work` must stop when `lost` aborts: then another page may hold the lock, for example after a freeze (fault A24).
 */
export async function withDeviceLock<Result>(
  device: Pick<Device, 'owner' | 'replica' | 'clock' | 'ids'>,
  name: string,
  work: (lost: AbortSignalLike) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  const hold = holderOf(device, name)
  while ((await hold(async (lost) => void results.push(await work(lost)))) === 'busy') {
    await device.clock.sleep(retryMs)
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
