import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on a built page in one of its themes, as `axeFindings` does in a test of a screen; empty is good. */
export async function findingsOnPage(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  return findings(page, theme, (axe) =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  )
}

/** In the other theme of a page that was looked at in one, only the colours are others. */
export async function findingsInColours(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  return findings(page, theme, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
}

async function findings(page: Page, theme: 'light' | 'dark', choose: (axe: AxeBuilder) => AxeBuilder) {
  await stopMotion(page)
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  const { violations } = await choose(axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Half-way through a fade no colour is the one that people read. What fades already comes to its end, and what appears
 * from now on, such as a notification in the midst of a look or another theme, stands there at once. What turns for
 * ever is not waited for.
 */
export async function stopMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
