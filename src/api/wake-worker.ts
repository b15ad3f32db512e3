/** The Background Sync API. TypeScript's types and some browsers do not have it. */
type BackgroundSync = { sync?: { register: (tag: string) => Promise<void> } }

/** Lets the browser wake the service worker when there is a network. Few browsers can, so the page also starts sending by itself (fault B10). */
export async function wakeWorker(tag: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.getRegistration()) as BackgroundSync | undefined
  await registration?.sync?.register(tag)
}
