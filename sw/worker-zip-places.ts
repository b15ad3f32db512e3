import { cacheZipPlaces } from '#storage/homes/zip-places.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { cacheZipNames } from '#storage/homes/zip-names.ts'

/** Caches ZIP code places, to plan tours without a network. If they cannot be cached, the new version is not installed (fault J5). */
export function cacheZipPlacesOnInstall(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(cacheForAgent()))
}

async function cacheForAgent(): Promise<void> {
  const agent = await signedInAgent().catch(() => null)
  // The page fetches them after signing in.
  if (agent === null) return
  await cacheZipPlaces()
  // ZIP code names only save typing, so a new version is installed without them.
  await cacheZipNames().catch(() => undefined)
}
