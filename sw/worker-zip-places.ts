import { cacheZipPlaces } from '#storage/homes/zip-places.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { cacheZipNames } from '#storage/homes/zip-names.ts'

/** Caches the locations of ZIP codes, to plan tours without a network. If this fails, the new version is not installed (fault J5). */
export function cacheZipPlacesOnInstall(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(cacheForAgent()))
}

async function cacheForAgent(): Promise<void> {
  const agent = await signedInAgent().catch(() => null)
  // After the agent signs in, the page fetches the files.
  if (agent === null) return
  await cacheZipPlaces()
  // ZIP code names only save typing, so a new version is installed even if they cannot be cached.
  await cacheZipNames().catch(() => undefined)
}
