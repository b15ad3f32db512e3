import type { PrecacheEntry } from 'workbox-precaching'
import { bypassApi } from './bypass-api.ts'
import { cacheZipScriptOnFirstUse, cacheZipPlacesOnInstall, precacheAppShell } from './app-shell.ts'
import { sendInBackground, sendSurveysInBackground } from './background-sync.ts'
import { repairPrecache } from './repair-precache.ts'
import { cachePhotos } from './photos.ts'
import { receiveSharedContent } from './share-target.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/* All that the worker does. It caches no API responses: records come only from the device database (faults C15, C17). */
const files = self.__WB_MANIFEST.filter(isOfUseHere)
bypassApi(self)
// Before the routes below, because a listener that answers a request stops later listeners.
repairPrecache(self, files)
precacheAppShell(self, files)
cacheZipPlacesOnInstall(self)
cachePhotos()
cacheZipScriptOnFirstUse()
receiveSharedContent()
sendInBackground(self)
sendSurveysInBackground(self)

/** False for the `Temporal` polyfill if the browser has `Temporal`. */
function isOfUseHere(file: PrecacheEntry | string): boolean {
  return !('Temporal' in self && (typeof file === 'string' ? file : file.url).includes('/temporal-'))
}
