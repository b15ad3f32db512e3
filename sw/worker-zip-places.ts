import { cacheZipPlaces } from '#storage/homes/zip-places.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { cacheZipNames } from '#storage/homes/zip-names.ts'

/** Caches ZIP code places, to plan without a network. A worker without those of its build never takes over (fault J5). */
export function cacheZipPlacesOnInstall(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(keepForAgent()))
}

async function keepForAgent(): Promise<void> {
  const agent = await signedInAgent().catch(() => null)
  // The page fetches them after signing in.
  if (agent === null) return
  await cacheZipPlaces()
  // ZIP code names only save typing, so a new version does not wait for them.
  await cacheZipNames().catch(() => undefined)
}
