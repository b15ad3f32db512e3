/** Not in the platform's types yet, and missing in some browsers. */
type BackgroundSync = { sync?: { register: (tag: string) => Promise<void> } }

/**
 * Asks the browser to wake the worker under this name when there is a network, also after this page was closed. Only
 * some browsers can; the page's own triggers are what counts (fault B10).
 */
export async function wakeWorker(tag: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.getRegistration()) as BackgroundSync | undefined
  await registration?.sync?.register(tag)
}
