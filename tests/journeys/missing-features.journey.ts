import { expect, test, blockServiceWorker } from './journey-test.ts'
import { addClient, openDashboard, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import { workingDay } from '../support/working-day.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { salesFile } from '../support/test-data.ts'

/*
 * Features that Fanlight uses only if present. WebKit and Firefox lack Background Sync, static routes of workers and
 * badges (`tests/engines`); this journey removes all of them from Chromium.
 */

test.use(blockServiceWorker)

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer([['import-properties', salesFile]])
})
test.afterAll(() => server.close())

test('everything works without locks, channels, storage figures, sharing and badges', async ({ context, page }) => {
  await context.addInitScript(() => {
    const without = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name)
    }
    without(Navigator.prototype, 'locks', 'share', 'canShare', 'setAppBadge', 'clearAppBadge', 'wakeLock', 'connection')
    without(StorageManager.prototype, 'persist', 'persisted', 'estimate')
    without(globalThis, 'BroadcastChannel', 'SyncManager', 'launchQueue')
  })
  await openDashboard(page, server.origin, 'without')
  expect(await page.evaluate(() => ['locks', 'share', 'setAppBadge'].filter((name) => name in navigator))).toEqual([])
  await workingDay(page)
  await addClient(page, server.origin, { firstName: 'Ada', lastName: 'Lark', email: 'ada@example.com' })
  await untilEverythingIsSent(page)

  // Without channels, a second tab reads again only when it is opened again.
  const second = await context.newPage()
  await second.goto(`${server.origin}/clients`)
  await expect(second.getByRole('article', { name: 'Ada Lark' })).toBeVisible()
  await addClient(page, server.origin, { firstName: 'Bea', lastName: 'Moss', email: 'bea@example.com' })
  await second.reload()
  await expect(second.getByRole('article', { name: 'Bea Moss' })).toBeVisible()

  await page.goto(`${server.origin}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText(/\d (MB|GB) (used|free)/)).toHaveCount(0)

  await page.goto(`${server.origin}/my-listings`)
  const listing = page.getByRole('article').first().getByRole('link').first()
  await page.goto(`${server.origin}${await listing.getAttribute('href')}/dashboard`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share Seller Report' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(second).toHaveURL(/\/login/)
})
