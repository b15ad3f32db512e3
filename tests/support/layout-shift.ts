import type { BrowserContext, Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** From now on every page of the context adds up how far it shifts, but for what an agent asked for. */
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

/** Returns once nothing has changed for a while and every picture is there; gives up on what never comes to rest. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(untilPageIsStill)
}

/** Runs in the page, so it uses nothing from outside. */
export async function untilPageIsStill(): Promise<void> {
  const still = 250
  const patience = 3000
  await document.fonts.ready
  let changedAt = performance.now()
  const startedAt = changedAt
  const watch = new MutationObserver(() => (changedAt = performance.now()))
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const isStill = () => performance.now() - changedAt > still && [...document.images].every(({ complete }) => complete)
  while (!isStill() && performance.now() - startedAt < patience) await new Promise((resolve) => setTimeout(resolve, 50))
  watch.disconnect()
}
