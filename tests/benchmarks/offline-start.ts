import type { Page } from '@playwright/test'

/** Milliseconds from the start of the navigation: until what is looked for is seen, and until the screen itself stands and can be used. */
export type OfflineStart = { seenMs: number; usableMs: number }

/** Starts the app at an address, with the processor slowed four times and what the page was before out of the way. */
export async function offlineStarts(
  page: Page,
  address: string,
  looksFor: string,
  times: number,
): Promise<OfflineStart[]> {
  const client = await page.context().newCDPSession(page)
  const starts: OfflineStart[] = []
  for (let round = 0; round < times; round += 1) {
    await page.goto('about:blank')
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(address, { waitUntil: 'commit' })
    starts.push(await page.evaluate(untilUsable, looksFor))
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // An agent looks for a moment; what is seen when the page is left is what the next start shows.
    await page.waitForTimeout(6000)
  }
  await client.detach()
  return starts
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
