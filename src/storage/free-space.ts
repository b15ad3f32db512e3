import type { DeviceDatabase } from './device-database.ts'
import { deleteSentFiles } from './file-pieces.ts'
import { deletePhotoCache } from './photo-cache.ts'

/**
 * Deletes what can be fetched again: first the photos that the server has, as it shows them and as they were sent,
 * then the mirror of other agents' listings. Never an
 * operation, an unsent photo or an own record (fault A6). Resolves to whether anything went.
 */
export async function freeSpace(agentId: string, database: DeviceDatabase): Promise<boolean> {
  if (await deletePhotoCache(agentId)) return true
  if ((await deleteSentFiles(database, Date.now())) > 0) return true
  return database.transaction('rw', database.available_listings, database.facts, async () => {
    const rows = await database.available_listings.count()
    if (rows === 0) return false
    await database.available_listings.clear()
    return true
  })
}
