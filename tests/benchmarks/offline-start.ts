import type { Page } from '@playwright/test'
import { percentile } from './figure.ts'

/** Milliseconds from the start of the navigation: until the content is seen, and until the screen itself can be used. */
export type OfflineStart = { seenMs: number; usableMs: number }

/** `new` starts include the browser's own process, as from an icon; `kept` ones use that of the previous page. */
export async function offlineStarts(
  page: Page,
  address: string,
  looksFor: string,
  times: number,
  process: 'kept' | 'new' = 'kept',
): Promise<OfflineStart[]> {
  const client = await page.context().newCDPSession(page)
  const starts: OfflineStart[] = []
  for (let round = 0; round < times; round += 1) {
    if (process === 'new') await page.goto('about:blank')
    else await page.evaluate(() => location.assign('about:blank'))
    await page.waitForURL('about:blank')
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(address, { waitUntil: 'commit' })
    starts.push(await page.evaluate(untilUsable, looksFor))
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // An agent looks at the page for a moment; the view on leaving is the one that the next start shows.
    await page.waitForTimeout(6000)
  }
  await client.detach()
  return starts
}

/** The median without the first start, which has no stored view. */
export function medianOf(starts: OfflineStart[], part: keyof OfflineStart): number {
  return percentile(
    starts.slice(1).map((start) => start[part]),
    0.5,
  )
}

function untilUsable(looksFor: string): Promise<OfflineStart> {
  return new Promise((resolve) => {
    let seenMs: number | null = null
    const look = () => {
      const found = [...document.querySelectorAll(looksFor)]
      if (seenMs === null && found.some((one) => one.checkVisibility({ visibilityProperty: true })))
        seenMs = performance.now()
      const isUsable = seenMs !== null && found.some((one) => one.closest('#root') !== null)
      if (seenMs !== null && isUsable && document.getElementById('last-view') === null)
        resolve({ seenMs, usableMs: performance.now() })
      else requestAnimationFrame(look)
    }
    look()
  })
}
