import { photoCacheName, sharedCacheName } from '#storage/database/device-name.ts'

/** Other apps send shared content to this path; the worker receives it, also without a network. */
export const shareTarget = '/share-target'
const place = '/shared-content'

export type SharedContent = { text: string; files: File[] }

/** Stores shared content until it is used, in place of earlier content. */
export async function keepShared(agentId: string, form: FormData): Promise<void> {
  const cache = await caches.open(sharedCacheName(agentId))
  await cache.put(place, new Response(form))
  await forgetEarlierPlace(agentId)
}

/** Null if nothing was shared, or it was used. */
export async function readShared(agentId: string): Promise<SharedContent | null> {
  if (typeof caches === 'undefined') return null
  const kept =
    (await caches.match(place, { cacheName: sharedCacheName(agentId) })) ??
    (await caches.match(place, { cacheName: photoCacheName(agentId) }))
  if (kept === undefined) return null
  const form = await kept.formData()
  const words = ['title', 'text', 'url'].map((name) => form.get(name)).filter((one) => typeof one === 'string')
  return {
    // Many apps send the same text twice.
    text: [...new Set(words.filter((one) => one !== ''))].join('\n').replaceAll('\r\n', '\n'),
    files: form.getAll('files').filter((one) => one instanceof File),
  }
}

export async function keepOnlyShared(agentId: string, files: readonly File[]): Promise<void> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  if (files.length > 0) return keepShared(agentId, form)
  await deleteShared(agentId)
}

export async function deleteShared(agentId: string): Promise<void> {
  if (typeof caches === 'undefined') return
  await caches.delete(sharedCacheName(agentId))
  await forgetEarlierPlace(agentId)
}

/** Versions until November 2026 stored it with the agent's photos. */
async function forgetEarlierPlace(agentId: string): Promise<void> {
  const name = photoCacheName(agentId)
  if (await caches.has(name)) await (await caches.open(name)).delete(place)
}
