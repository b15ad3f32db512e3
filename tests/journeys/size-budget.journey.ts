import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from './at-a-server.ts'
import { logIn, register } from '../support/agent-at-work.ts'
import { scriptsFetched } from '../support/scripts-fetched.ts'

const builtPage = fileURLToPath(new URL('../../dist', import.meta.url))

test.use({ serviceWorkers: 'block' })

test('home needs at most 112 kB of JavaScript', async ({ page, server }) => {
  const { gzip: kilobytes } = await scriptsFetched(page, `${server.origin}/`)
  console.log(`home: ${kilobytes.toFixed(1)} kB gzip`)
  expect(kilobytes).toBeLessThanOrEqual(112)
})

test('what every browser keeps of the app is sent in at most 750 kB', async ({ browser, server }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(`${server.origin}/login`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const paths = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  const bytes = paths.map((path) => {
    const file = `${builtPage}${path}`
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
  })
  const kilobytes = bytes.reduce((sum, size) => sum + size, 0) / 1000
  console.log(`kept files: ${paths.length}, sent in ${kilobytes.toFixed(0)} kB`)
  expect(kilobytes).toBeLessThanOrEqual(750)
  await context.close()
})

test('My Listings needs at most 158 kB of JavaScript', async ({ page, server }) => {
  await register(page, server.origin, 'budget')
  await logIn(page, 'budget')
  // Until the first load has ended the exchange does not wait for a quiet moment, so its code comes along.
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByText('No listings found')).toBeVisible()
  const { gzip: kilobytes } = await scriptsFetched(page, `${server.origin}/my-listings`)
  console.log(`My Listings: ${kilobytes.toFixed(1)} kB gzip`)
  expect(kilobytes).toBeLessThanOrEqual(158)
})
