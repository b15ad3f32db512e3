import { sendingTag } from '#storage/device-name.ts'

/** Not in the platform's types yet, and missing in some browsers. */
type BackgroundSync = { sync?: { register: (tag: string) => Promise<void> } }

/**
 * Asks the browser to wake the worker when there is a network, also after this page was closed. Only some browsers can;
 * the page's own triggers are what counts (fault B10).
 */
export async function askWorkerToSend(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.getRegistration()) as BackgroundSync | undefined
  await registration?.sync?.register(sendingTag)
}
