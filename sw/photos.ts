import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { photoCacheName } from '#storage/database/device-name.ts'
import { photoOnDevice } from '#storage/photos/photo-cache.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { imagesOnly } from './images-only.ts'

/** About 100 MB at the widths of cards and details. */
const maxPhotos = 800

const photoPath = /^\/photos\/[^/]+\/\d+$/

const cachesByAgent = new Map<string, CacheFirst>()

/** Caches photos for the signed-in agent. They are never fetched again, because the photo at a URL never changes. */
export function cachePhotos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && photoPath.test(url.pathname),
    async ({ request, event }) => {
      const agent = await signedInAgent().catch(() => null)
      if (agent === null) return fetch(request)
      return photosOf(agent.agentId).handle({ request, event })
    },
  )
}

function photosOf(agentId: string): CacheFirst {
  let photos = cachesByAgent.get(agentId)
  if (photos === undefined) {
    photos = new CacheFirst({
      cacheName: photoCacheName(agentId),
      // Workbox's own plugins declare their callbacks as possibly undefined, which its interface does not allow.
      plugins: [
        imagesOnly,
        new ExpirationPlugin({ maxEntries: maxPhotos, purgeOnQuotaError: true }),
        // Without a network, a detail page shows a card's smaller copy rather than no photo.
        { handlerDidError: ({ request }: { request: Request }) => photoOnDevice(agentId, request.url) },
      ] as WorkboxPlugin[],
    })
    cachesByAgent.set(agentId, photos)
  }
  return photos
}
