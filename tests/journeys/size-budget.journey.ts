import { expect, test } from '@playwright/test'
import { logIn, register } from '../support/agent-at-work.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { scriptsFetched } from '../support/scripts-fetched.ts'

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())
test.use({ serviceWorkers: 'block' })

test('home needs at most 110 kB of JavaScript', async ({ page }) => {
  const kilobytes = await scriptsFetched(page, `${server.origin}/`)
  console.log(`home: ${kilobytes.toFixed(1)} kB gzip`)
  expect(kilobytes).toBeLessThanOrEqual(110)
})

test('what every browser keeps of the app takes at most 2 MB', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(`${server.origin}/login`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kilobytes = await page.evaluate(async () => {
    let bytes = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const answer of await cache.matchAll()) bytes += (await answer.arrayBuffer()).byteLength
    }
    return bytes / 1024
  })
  console.log(`kept files: ${kilobytes.toFixed(0)} kB`)
  expect(kilobytes).toBeLessThanOrEqual(2000)
  await context.close()
})

test('My Listings needs at most 155 kB of JavaScript', async ({ page }) => {
  await register(page, server.origin, 'budget')
  await logIn(page, 'budget')
  // Until the first load has ended the exchange does not wait for a quiet moment, so its code comes along.
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByText('No listings found')).toBeVisible()
  const kilobytes = await scriptsFetched(page, `${server.origin}/my-listings`)
  console.log(`My Listings: ${kilobytes.toFixed(1)} kB gzip`)
  expect(kilobytes).toBeLessThanOrEqual(155)
})
