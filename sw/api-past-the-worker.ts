import { apiBase } from '#api/api-base.ts'

/** https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes, which not every browser has. */
type InstallEvent = Event & {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>
}

/**
 * Sends what a page asks of the API past the worker, which answers none of it. Each request would start the worker and
 * wait for that; and one that starts the old worker in the moment in which a newer one takes its place keeps it there
 * until it has been idle for half a minute (https://github.com/w3c/ServiceWorker/issues/1295).
 */
export function sendApiPastTheWorker(worker: Pick<EventTarget, 'addEventListener'>): void {
  const urlPattern = `${apiBase()}*`
  worker.addEventListener('install', (event: InstallEvent) => {
    // Where it is refused, requests go by way of the worker.
    event.addRoutes?.({ condition: { urlPattern }, source: 'network' }).catch(() => {})
  })
}
