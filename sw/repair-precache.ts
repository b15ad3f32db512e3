import { getCacheKeyForURL, type PrecacheEntry } from 'workbox-precaching'
import { cacheNames } from 'workbox-core'

/**
 * Fetches files of this build that the browser has cleared, so that the app still starts without a network. Clearing "cached files" in
 * the address bar leaves the worker, which would not notice otherwise.
 */
export function repairPrecache(worker: ServiceWorkerGlobalScope, files: (PrecacheEntry | string)[]): void {
  let running: Promise<void> | null = null
  const mend = () => {
    running ??= fetchCleared(files)
      // Without a network the next navigation tries again.
      .catch(() => {})
      .finally(() => {
        running = null
      })
    return running
  }
  worker.addEventListener('activate', (event) => event.waitUntil(mend()))
  worker.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.waitUntil(mend())
  })
}

async function fetchCleared(files: (PrecacheEntry | string)[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const paths = files.map((file) => (typeof file === 'string' ? file : file.url))
  const keys = paths.map(getCacheKeyForURL).filter((key) => key !== undefined)
  const cleared = keys.filter((key) => !kept.has(key))
  if (cleared.length === 0) return
  const answers = await Promise.all(cleared.map((key) => fetch(key, { cache: 'reload' })))
  if (answers.some(({ ok, redirected }) => !ok || redirected)) return
  // Files of two builds do not fit together. The browser looks for a newer worker by itself.
  const pages = await Promise.all(answers.filter(isPage).map((page) => page.clone().text()))
  const named = pages.flatMap((text) => text.match(/assets\/[^"'\s)]+/g) ?? [])
  if (!named.every((name) => paths.includes(name))) return
  await Promise.all(answers.map((answer, index) => cache.put(cleared[index] ?? '', answer)))
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}
