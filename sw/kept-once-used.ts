import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { WorkboxPlugin } from 'workbox-core/types.js'

/** Of this build and the one before, whose page may be open still. */
const keptFiles = 4

/** What visitors never need is not fetched for all, but stays where it was fetched: a backup is made without a network, too. */
export function keepOnceUsed(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/assets\/zip-[^/]+\.js$/.test(url.pathname),
    new CacheFirst({
      cacheName: 'fanlight-once-used',
      plugins: [new ExpirationPlugin({ maxEntries: keptFiles, purgeOnQuotaError: true })] as WorkboxPlugin[],
    }),
  )
}
