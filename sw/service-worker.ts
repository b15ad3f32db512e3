import type { PrecacheEntry } from 'workbox-precaching'
import { sendApiPastTheWorker } from './api-past-the-worker.ts'
import { keepAppShell } from './app-shell.ts'
import { sendInBackground } from './background-sync.ts'
import { mendShell } from './mend-shell.ts'
import { keepOnceUsed } from './kept-once-used.ts'
import { keepPhotos } from './photos.ts'
import { takeShared } from './share-target.ts'
import { sendSurveysInBackground } from './survey-sync.ts'
import { keepZipPlacesOfAgents } from './worker-zip-places.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/* All that the worker does. It caches no answers of the API: the device database is the one truth about records (faults C15, C17). */
const files = self.__WB_MANIFEST.filter(isOfUseHere)
sendApiPastTheWorker(self)
// First, because a listener that answers a request stops later ones.
mendShell(self, files)
keepAppShell(self, files)
keepZipPlacesOfAgents(self)
keepPhotos()
keepOnceUsed()
takeShared()
sendInBackground(self)
sendSurveysInBackground(self)

/** A browser with `Temporal` never needs the file that replaces it. */
function isOfUseHere(file: PrecacheEntry | string): boolean {
  return !('Temporal' in self && (typeof file === 'string' ? file : file.url).includes('/temporal-'))
}
