import type { Device } from '#storage/device/device.ts'
import { openDeviceWith } from './open-device-with.ts'
import { StorageError } from '#storage/database/storage-error.ts'

/** Opens the agent's database, or creates it; rejects with a `StorageError`. Needs no network. `name`: another database, for tests. */
export function openDevice(agentId: string, name?: string): Promise<Device> {
  return openDeviceWith({
    agentId,
    name,
    loadWriter: () => import('#storage/device/device-writer.ts'),
    loadIndex: () => import('#storage/listings/listing-index.ts'),
    loadHeldOnDevice: () => import('#storage/outbox/held-on-device.ts'),
  })
}

/** Like `openDevice`; but if the browser refuses storage, the device is online-only, with its data in this page's memory. */
export async function openDeviceAsAllowed(agentId: string): Promise<Device> {
  try {
    return await openDevice(agentId)
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'refused')) throw error
    const onlineOnly = await import('./online-only-device.ts')
    return onlineOnly.openOnlineOnlyDevice(agentId)
  }
}
