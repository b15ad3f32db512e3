import { getCacheKeyForURL, type PrecacheEntry } from 'workbox-precaching'
import { cacheNames } from 'workbox-core'

/**
 * Restores files of this build that the browser has deleted, so that the app still starts without a network. Deleting "cached files" in
 * the browser's site settings leaves the service worker installed, which would otherwise not notice the loss.
 */
export function repairPrecache(worker: ServiceWorkerGlobalScope, files: (PrecacheEntry | string)[]): void {
  let running: Promise<void> | null = null
  const repair = () => {
    running ??= fetchMissing(files)
      // Without a network, the next navigation tries again.
      .catch(() => {})
      .finally(() => {
        running = null
      })
    return running
  }
  worker.addEventListener('activate', (event) => event.waitUntil(repair()))
  worker.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.waitUntil(repair())
  })
}

async function fetchMissing(files: (PrecacheEntry | string)[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url))
  const paths = files.map((file) => (typeof file === 'string' ? file : file.url))
  const keys = paths.map(getCacheKeyForURL).filter((key) => key !== undefined)
  const missing = keys.filter((key) => !cachedUrls.has(key))
  if (missing.length === 0) return
  const answers = await Promise.all(missing.map((key) => fetch(key, { cache: 'reload' })))
  if (answers.some(({ ok, redirected }) => !ok || redirected)) return
  // A page that names files which this build lacks is from a newer build, so nothing is cached. The browser looks for a newer worker by itself.
  const pages = await Promise.all(answers.filter(isPage).map((page) => page.clone().text()))
  const assets = pages.flatMap((text) => text.match(/assets\/[^"'\s)]+/g) ?? [])
  if (!assets.every((name) => paths.includes(name))) return
  await Promise.all(answers.map((answer, index) => cache.put(missing[index] ?? '', answer)))
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}
