import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { serverPathPatterns } from '#core/contract/sync-protocol.ts'

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
