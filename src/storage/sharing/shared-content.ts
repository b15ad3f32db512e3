import { photoCacheName, sharedCacheName } from '#storage/database/device-name.ts'

/** Other apps send shared content to this path. The service worker receives it, even without a network. */
export const shareTarget = '/share-target'
const cacheKey = '/shared-content'

export type SharedContent = { text: string; files: File[] }

/** Stores shared content until it is used, in place of earlier content. */
export async function storeSharedContent(agentId: string, form: FormData): Promise<void> {
  const cache = await caches.open(sharedCacheName(agentId))
  await cache.put(cacheKey, new Response(form))
  await deleteFromPhotoCache(agentId)
}

/** Returns the shared content; null if there is none, or it has been used. */
export async function readShared(agentId: string): Promise<SharedContent | null> {
  if (typeof caches === 'undefined') return null
  const response =
    (await caches.match(cacheKey, { cacheName: sharedCacheName(agentId) })) ??
    (await caches.match(cacheKey, { cacheName: photoCacheName(agentId) }))
  if (response === undefined) return null
  const form = await response.formData()
  const texts = ['title', 'text', 'url'].map((name) => form.get(name)).filter((text) => typeof text === 'string')
  return {
    // Many apps send the same text twice.
    text: [...new Set(texts.filter((text) => text !== ''))].join('\n').replaceAll('\r\n', '\n'),
    files: form.getAll('files').filter((file) => file instanceof File),
  }
}

/** Deletes all shared content except these files. */
export async function deleteSharedExcept(agentId: string, files: readonly File[]): Promise<void> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  if (files.length > 0) return storeSharedContent(agentId, form)
  await deleteShared(agentId)
}

export async function deleteShared(agentId: string): Promise<void> {
  if (typeof caches === 'undefined') return
  await caches.delete(sharedCacheName(agentId))
  await deleteFromPhotoCache(agentId)
}

/** Versions until November 2026 stored shared content with the agent's photos. */
async function deleteFromPhotoCache(agentId: string): Promise<void> {
  const name = photoCacheName(agentId)
  if (await caches.has(name)) await (await caches.open(name)).delete(cacheKey)
}
