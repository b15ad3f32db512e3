import { photoCacheName } from './device-name.ts'

/** Photos can be fetched again; they go first when the device is full (fault A6), and always with the agent's data. */
export async function deletePhotoCache(agentId: string): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  return await caches.delete(photoCacheName(agentId))
}
