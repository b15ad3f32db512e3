import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'

/** Kilobytes of every script that the page fetched by the time the network was quiet: packed with gzip, and as they were sent. */
export async function scriptsFetched(page: Page, address: string): Promise<{ gzip: number; sent: number }> {
  // What the page before still fetches is not this page's.
  await page.goto('about:blank')
  const scripts: Promise<{ gzip: number; sent: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(
      Promise.all([response.body(), response.request().sizes()]).then(([body, { responseBodySize }]) => ({
        gzip: gzipSync(body, { level: 9 }).length,
        sent: responseBodySize,
      })),
    )
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  page.removeAllListeners('response')
  const sizes = await Promise.all(scripts)
  expect(sizes.length).toBeGreaterThan(0)
  const kilobytes = (how: 'gzip' | 'sent') => sizes.reduce((sum, size) => sum + size[how], 0) / 1000
  return { gzip: kilobytes('gzip'), sent: kilobytes('sent') }
}
