import { photoWidths } from '#core/contract/photo-widths.ts'
import { isImage } from './images-only.ts'

/**
 * Another copy of the same photo in this cache, the widest first, for when the asked width cannot be fetched: a card's
 * copy is better on a detail page without a network than no photo.
 */
export async function otherWidth(cacheName: string, address: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  for (const width of photoWidths.toReversed()) {
    const found = await cache.match(address.replace(/\/\d+$/, `/${width}`))
    if (found !== undefined && isImage(found)) return found
  }
  return undefined
}
