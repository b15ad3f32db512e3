import type { BrowserContext, Page } from '@playwright/test'
import { sendingTag } from '../../src/storage/database/device-name.ts'

/** Wakes the service worker to send, as the browser does when the network returns, so that it competes with the tabs. */
export async function wakeWorker(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: sendingTag,
    lastChance: false,
  })
  await session.detach()
}
