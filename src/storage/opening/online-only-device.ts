import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Device } from '#storage/device/device.ts'
import { deviceWriter } from '#storage/device/device-writer.ts'
import { listingIndex } from '#storage/listings/listing-index.ts'
import { onlineOnlyReplica } from '#storage/device/online-only-replica.ts'
import { heldOnDevice } from '#storage/outbox/held-on-device.ts'
import { openDeviceWith } from './open-device-with.ts'

/** Opens an agent's data in this page's memory, for a browser that refuses storage. Every save waits for the server. */
export async function openOnlineOnlyDevice(agentId: string): Promise<Device> {
  // The loaders return code that this module has already imported.
  const device = await openDeviceWith({
    agentId,
    loadWriter: async () => ({ deviceWriter }),
    loadIndex: async () => ({ listingIndex }),
    loadHeldOnDevice: async () => ({ heldOnDevice }),
    indexedDbApi: { indexedDB: new IDBFactory(), IDBKeyRange },
  })
  const { forScreens, forSync, sendWith } = onlineOnlyReplica(device.replica, device.clock)
  return { ...device, replica: forScreens, syncReplica: forSync, onlineOnly: { sendWith } }
}
