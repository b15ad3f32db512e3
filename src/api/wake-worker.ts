/** Missing in TypeScript's types and in some browsers. */
type BackgroundSync = { sync?: { register: (tag: string) => Promise<void> } }

/**
 * Registers a background sync, so that the browser wakes the service worker when there is a network. Few browsers support it, so the page's own
 * triggers must suffice (fault B10).
 */
export async function wakeWorker(tag: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.getRegistration()) as BackgroundSync | undefined
  await registration?.sync?.register(tag)
}
