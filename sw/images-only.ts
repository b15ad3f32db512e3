import type { WorkboxPlugin } from 'workbox-core/types.js'
import { isImage } from '#storage/photos/photo-cache.ts'

/**
 * Keeps images only: the sign-in page of a network answers 200, too, and would stand for the photo for good. One that an
 * earlier version has kept is not shown but fetched anew.
 */
export const imagesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && isImage(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse !== undefined && isImage(cachedResponse) ? cachedResponse : null,
}
