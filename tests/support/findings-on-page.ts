import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe finds on a built page, in the theme that it has or in one, as `axeFindings` does in a test of a screen; empty is good. */
export async function findingsOnPage(page: Page, theme?: Theme): Promise<string[]> {
  return findings(page, theme, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
}

/** In the other theme of a page that was looked at in one, only the colours are others. */
export async function findingsInColours(page: Page, theme: Theme): Promise<string[]> {
  return findings(page, theme, ['color-contrast', 'link-in-text-block'])
}

type Theme = 'light' | 'dark'

async function findings(page: Page, theme: Theme | undefined, runOnly: string[]): Promise<string[]> {
  // The last view is there for a moment, and for the eyes alone.
  await page.locator('#last-view').waitFor({ state: 'detached' })
  // A form cannot be seen while its draft is read.
  await page.locator('form[aria-busy]').first().waitFor({ state: 'detached' })
  await stopMotion(page)
  if (theme !== undefined) await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
  // Kept by the page until it is left: reading it anew takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const here = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await here.run(document, { runOnly: only, resultTypes: ['violations'] })
    const found: string[] = []
    for (const { id, nodes } of violations) {
      for (const { html, target } of nodes) {
        // What lies half under a fixed bar is whole as soon as it is scrolled to.
        const at = id === 'target-size' ? document.querySelector(String(target[0])) : null
        at?.scrollIntoView({ block: 'center' })
        const isStill = at === null || (await here.run(at, { runOnly: [id] })).violations.length > 0
        if (isStill) found.push(`${id}: ${html}`)
      }
    }
    return found
  }, runOnly)
}

/**
 * Half-way through a fade no colour is the one that people read. What fades already comes to its end, and what appears
 * from now on, such as a notification in the midst of a look or another theme, stands there at once. What turns for
 * ever is not waited for.
 */
async function stopMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
