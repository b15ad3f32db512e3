import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { serverPathPatterns } from '#core/contract/sync-protocol.ts'

/**
 * Keeps every file of this build, so that the app starts without a network, on any of its addresses. A worker whose
 * files did not all arrive never takes over (fault J5).
 */
export function keepAppShell(worker: ServiceWorkerGlobalScope, files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...serverPathPatterns] }))

  // A newer worker waits until the page says so, with the agent's word or when no tab is in use.
  worker.addEventListener('message', (event) => {
    if (isSkipWaiting(event.data)) void worker.skipWaiting()
  })
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

function isSkipWaiting(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING'
}
