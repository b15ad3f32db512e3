import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'

/** gzip kilobytes of every script that the page fetched by the time the network was quiet. */
export async function scriptsFetched(page: Page, address: string): Promise<number> {
  // What the page before still fetches is not this page's.
  await page.goto('about:blank')
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  page.removeAllListeners('response')
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length)
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
