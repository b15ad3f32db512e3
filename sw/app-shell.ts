import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { ExpirationPlugin } from 'workbox-expiration'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { serverPathPatterns } from '#core/contract/sync-protocol.ts'
import { cacheZipPlaces } from '#storage/homes/zip-places.ts'
import { cacheZipNames } from '#storage/homes/zip-names.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'

/** Caches every file of this build, so that the app starts offline at any URL. A worker that lacks a file is not installed (fault J5). */
export function precacheAppShell(worker: ServiceWorkerGlobalScope, files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...serverPathPatterns] }))

  // A newer worker takes over when a page sends this message: after the agent agreed, or while no tab is in use.
  worker.addEventListener('message', (event) => {
    if (isSkipWaiting(event.data)) void worker.skipWaiting()
  })
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

function isSkipWaiting(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING'
}

/** Caches the locations of ZIP codes, to plan tours without a network. If this fails, the new version is not installed (fault J5). */
export function cacheZipPlacesOnInstall(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(cacheForAgent()))
}

async function cacheForAgent(): Promise<void> {
  const agent = await signedInAgent().catch(() => null)
  // After the agent signs in, the page fetches the files.
  if (agent === null) return
  await cacheZipPlaces()
  // ZIP code names only save typing, so a new version is installed even if they cannot be cached.
  await cacheZipNames().catch(() => undefined)
}

/** Enough for this build and the previous one, whose page may still be open. */
const maxFiles = 4

/** Caches the script that reads and writes zip archives on its first use: only backups need it. Later backups work without a network. */
export function cacheZipScriptOnFirstUse(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/assets\/zip-[^/]+\.js$/.test(url.pathname),
    new CacheFirst({
      cacheName: 'fanlight-once-used',
      plugins: [new ExpirationPlugin({ maxEntries: maxFiles, purgeOnQuotaError: true })] as WorkboxPlugin[],
    }),
  )
}
