/** The Background Sync API. TypeScript's types and some browsers do not have it. */
type BackgroundSync = { sync?: { register: (tag: string) => Promise<void> } }

/**
 * Registers a background sync, so that the browser wakes the service worker when there is a network. Few browsers support it, so the page also
 * starts sending by itself (fault B10). `tag` names what the worker then sends.
 */
export async function wakeWorker(tag: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.getRegistration()) as BackgroundSync | undefined
  await registration?.sync?.register(tag)
}
