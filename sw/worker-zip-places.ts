import { cacheZipPlaces } from '#storage/homes/zip-places.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import { cacheZipNames } from '#storage/homes/zip-names.ts'

/**
 * An agent plans with the places of ZIP codes without a network, too: a worker without those of its build never takes
 * over, as with the app's other files (fault J5). Earlier versions kept them among these.
 */
export function keepZipPlacesOfAgents(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event) => event.waitUntil(keepForAgent()))
}

async function keepForAgent(): Promise<void> {
  const agent = await signedInAgent().catch(() => null)
  // After signing in, the page fetches them.
  if (agent === null) return
  await cacheZipPlaces()
  // They only save typing: a new version does not wait for them.
  await cacheZipNames().catch(() => undefined)
}
