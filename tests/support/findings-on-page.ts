import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Findings of axe on a built page, like `axeFindings`; `theme` sets a theme first. Empty if the page is accessible. */
export async function findingsOnPage(page: Page, theme?: Theme): Promise<string[]> {
  return findings(page, theme, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
}

/** Checks colors only, for a page that was checked in the other theme. */
export async function findingsInColours(page: Page, theme: Theme): Promise<string[]> {
  return findings(page, theme, ['color-contrast', 'link-in-text-block'])
}

type Theme = 'light' | 'dark'

async function findings(page: Page, theme: Theme | undefined, runOnly: string[]): Promise<string[]> {
  // The last view is shown for a moment, and hidden from assistive technology.
  await page.locator('#last-view').waitFor({ state: 'detached' })
  // A form is invisible while its draft is read.
  await page.locator('form[aria-busy]').first().waitFor({ state: 'detached' })
  await stopMotion(page)
  if (theme !== undefined) await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
  // Loaded once a page, because loading takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const here = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await here.run(document, { runOnly: only, resultTypes: ['violations'] })
    const found: string[] = []
    for (const { id, nodes } of violations) {
      for (const { html, target } of nodes) {
        // Targets half covered by a fixed bar are checked again after scrolling.
        const at = id === 'target-size' ? document.querySelector(String(target[0])) : null
        at?.scrollIntoView({ block: 'center' })
        const isStill = at === null || (await here.run(at, { runOnly: [id] })).violations.length > 0
        if (isStill) found.push(`${id}: ${html}`)
      }
    }
    return found
  }, runOnly)
}

/** Finishes running animations, except endless ones, and disables later ones, because half-faded colors fail. */
async function stopMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
