import type { WorkboxPlugin } from 'workbox-core/types.js'
import { isImage } from '#storage/photos/photo-cache.ts'

/**
 * Workbox plugin that caches only images, because a network's sign-in page also answers 200. It ignores other responses that earlier
 * versions cached, so they are fetched again.
 */
export const imagesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && isImage(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse !== undefined && isImage(cachedResponse) ? cachedResponse : null,
}
