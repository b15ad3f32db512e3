import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { WorkboxPlugin } from 'workbox-core/types.js'

/** Enough for this build and the previous one, whose page may still be open. */
const maxFiles = 4

/** Caches the code for zip files on its first use, because only backups need it. Later backups work without a network. */
export function cacheOnceUsed(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/assets\/zip-[^/]+\.js$/.test(url.pathname),
    new CacheFirst({
      cacheName: 'fanlight-once-used',
      plugins: [new ExpirationPlugin({ maxEntries: maxFiles, purgeOnQuotaError: true })] as WorkboxPlugin[],
    }),
  )
}
