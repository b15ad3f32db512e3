import { apiBase } from '#api/api-base.ts'

/** https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes, which not every browser has. */
type InstallEvent = Event & {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>
}

/**
 * Makes API requests bypass the worker, which answers none of them. Otherwise each would start the worker and wait for it, and a request
 * that starts the old worker delays the newer one for half a minute (https://github.com/w3c/ServiceWorker/issues/1295).
 */
export function bypassApi(worker: Pick<EventTarget, 'addEventListener'>): void {
  const urlPattern = `${apiBase()}*`
  worker.addEventListener('install', (event: InstallEvent) => {
    // If the rule is refused, requests pass through the worker.
    event.addRoutes?.({ condition: { urlPattern }, source: 'network' }).catch(() => {})
  })
}
