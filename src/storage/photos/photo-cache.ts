import { photoWidths } from '#core/contract/record-constants.ts'
import { photoCacheName } from '#storage/database/device-name.ts'
import { inExistingDatabase } from '#storage/database/existing-database.ts'

/** Photos can be fetched again, so they are deleted first when the device is full (fault A6). */
export async function deletePhotoCache(agentId: string): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  const name = photoCacheName(agentId)
  const wasThere = await caches.delete(name)
  await forgetPhotoAddresses(name)
  return wasThere
}

/** Where Workbox stores when each cached address was last used. */
const workboxDatabase = 'workbox-expiration'

/** A photo's address is its only protection, so the addresses are deleted with the photos. */
async function forgetPhotoAddresses(cacheName: string): Promise<void> {
  await inExistingDatabase(workboxDatabase, ['cache-entries'], 'readwrite', (forgetting) => {
    const scan = forgetting.objectStore('cache-entries').index('cacheName').openCursor(cacheName)
    scan.addEventListener('success', () => {
      if (scan.result === null) return
      scan.result.delete()
      scan.result.continue()
    })
    return () => {}
  })
}

/** Returns the widest stored copy of a photo; earlier versions may have stored a response that is not an image. */
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
