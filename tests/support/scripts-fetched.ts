import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** The time at which the screen's heading appeared. */
    stoodAt?: number
  }
}

/** Idle work begins later than this after the heading (src/app/page/when-idle.ts). */
const firstScreenMs = 1400

/** Kilobytes of the scripts for a first screen. Measured on the page's clock, because events are late on a busy machine. */
export async function scriptsFetched(page: Page, address: string): Promise<{ gzip: number; sent: number }> {
  // Ends requests of the previous page.
  await page.goto('about:blank')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('#root main h1') === null) return
      window.stoodAt = Date.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const scripts: Promise<{ at: number; gzip: number; sent: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(
      Promise.all([response.body(), response.request().sizes()]).then(([body, { responseBodySize }]) => ({
        at: response.request().timing().startTime,
        gzip: gzipSync(body, { level: 9 }).length,
        sent: responseBodySize,
      })),
    )
  })
  await page.goto(address)
  await page.waitForFunction(
    (wait) => window.stoodAt !== undefined && Date.now() > window.stoodAt + wait,
    firstScreenMs,
  )
  page.removeAllListeners('response')
  const stoodAt = (await page.evaluate(() => window.stoodAt)) ?? 0
  const sizes = (await Promise.all(scripts)).filter(({ at }) => at < stoodAt + firstScreenMs)
  expect(sizes.length).toBeGreaterThan(0)
  const kilobytes = (how: 'gzip' | 'sent') => sizes.reduce((sum, size) => sum + size[how], 0) / 1000
  return { gzip: kilobytes('gzip'), sent: kilobytes('sent') }
}
