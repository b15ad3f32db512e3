import type { BrowserContext, Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Makes every page of the context add up its layout shifts, except those after user input. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const held = globalThis as unknown as { shifted: number }
    held.shifted = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) if (!shift.hadRecentInput) held.shifted += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
}

/** Resolves when nothing has changed for fifteen frames and all images are loaded, at the latest after 180 frames. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(untilPageIsStill)
}

/** Runs in the page, so it refers to nothing outside. */
export async function untilPageIsStill(): Promise<void> {
  await document.fonts.ready
  let stillFrames = 0
  const watch = new MutationObserver(() => (stillFrames = 0))
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const isStill = () => stillFrames > 15 && [...document.images].every(({ complete }) => complete)
  for (let frame = 0; frame < 180 && !isStill(); frame += 1) {
    await new Promise(requestAnimationFrame)
    stillFrames += 1
  }
  watch.disconnect()
}
