import { freedFact } from '#core/sync/fact-names.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { deleteSentFiles } from '#storage/database/file-pieces.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'

/**
 * Deletes what can be fetched again, one thing a call: the cache of photos as the server shows them; else the bytes of photos
 * that it has; else the mirror of other agents' listings, which `refill-available.ts` fetches later. Never an operation, an
 * unsent photo or an own record (fault A6). Resolves to whether anything went.
 */
export async function freeSpace(agentId: string, database: DeviceDatabase): Promise<boolean> {
  // Without room the addresses of the photos may not be deleted, which must not end the freeing.
  if (await deletePhotoCache(agentId).catch(() => false)) return true
  if ((await deleteSentFiles(database, Date.now())) > 0) return true
  return database.transaction('rw', database.available_listings, database.facts, async () => {
    const rows = await database.available_listings.count()
    if (rows === 0) return false
    await database.available_listings.clear()
    await database.facts.put({ name: freedFact, value: Date.now() })
    return true
  })
}
