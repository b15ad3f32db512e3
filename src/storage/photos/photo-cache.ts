import { photoWidths } from '#core/contract/record-constants.ts'
import { photoCacheName } from '#storage/database/device-name.ts'
import { inExistingDatabase } from '#storage/database/existing-database.ts'

/**
 * Deletes the agent's cached photos and returns whether there were any. When the device is full, they are deleted first, because they can be
 * fetched again (fault A6).
 */
export async function deletePhotoCache(agentId: string): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  const name = photoCacheName(agentId)
  const hadCache = await caches.delete(name)
  await forgetPhotoAddresses(name)
  return hadCache
}

/** The database in which Workbox stores when each cached URL was last used. */
const workboxDatabase = 'workbox-expiration'

/** Deletes the stored URLs of the photos. They must be deleted, too, because a photo can be opened without a login by its URL. */
async function forgetPhotoAddresses(cacheName: string): Promise<void> {
  await inExistingDatabase(workboxDatabase, ['cache-entries'], 'readwrite', (transaction) => {
    const scan = transaction.objectStore('cache-entries').index('cacheName').openCursor(cacheName)
    scan.addEventListener('success', () => {
      if (scan.result === null) return
      scan.result.delete()
      scan.result.continue()
    })
    return () => {}
  })
}

/** Returns the widest cached copy of a photo; `address` is its URL at any width. Skips responses that are not images, which earlier versions may have cached. */
export async function photoOnDevice(agentId: string, address: string): Promise<Response | undefined> {
  if (typeof caches === 'undefined' || !(await caches.has(photoCacheName(agentId)))) return undefined
  const cache = await caches.open(photoCacheName(agentId))
  for (const width of photoWidths.toReversed()) {
    const found = await cache.match(address.replace(/\/\d+$/, `/${width}`))
    if (found !== undefined && isImage(found)) return found
  }
  return undefined
}

export function isImage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('image/') === true
}
