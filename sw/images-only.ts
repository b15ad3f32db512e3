import type { WorkboxPlugin } from 'workbox-core/types.js'
import { isImage } from '#storage/photos/photo-cache.ts'

/** Caches only images, not the sign-in page of a network, which answers 200, too. Earlier versions cached others; they are fetched again. */
export const imagesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && isImage(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse !== undefined && isImage(cachedResponse) ? cachedResponse : null,
}
