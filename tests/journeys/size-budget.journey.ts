import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, expect, test } from './journey-test.ts'
import { openDashboard } from '#tests/support/journey-steps.ts'
import { scriptsFetched } from '../support/scripts-fetched.ts'

const builtPage = fileURLToPath(new URL('../../dist', import.meta.url))

test.use({ serviceWorkers: 'block' })

test(
  'home, My Listings and the files that a browser caches stay within their budgets',
  { tag: '@gate' },
  async ({ browser, page, server: { origin } }) => {
    const { gzip: home } = await scriptsFetched(page, `${origin}/`)
    await openDashboard(page, origin, 'budget')
    // Until the first load has ended, sync starts at once, so its code counts too.
    await page.goto(`${origin}/my-listings`)
    await expect(page.getByText('No listings found')).toBeVisible()
    const { gzip: myListings } = await scriptsFetched(page, `${origin}/my-listings`)
    const kept = await keptKilobytes(browser, origin)
    console.log(`home ${home.toFixed(1)} kB, My Listings ${myListings.toFixed(1)} kB, kept ${kept.toFixed(0)} kB`)
    // Measured: 113, 165 and 826 kB. The margin is for a few more features, not for another library.
    expect(home).toBeLessThanOrEqual(120)
    expect(myListings).toBeLessThanOrEqual(170)
    expect(kept).toBeLessThanOrEqual(850)
  },
)

/** Compressed size of what the service worker caches at installation, in kB of 1000 bytes. */
async function keptKilobytes(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const paths = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  await context.close()
  const bytes = paths.map((path) => {
    const file = `${builtPage}${path}`
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
  })
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
