import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on a built page in one of its themes, as `axeFindings` does in a test of a screen; empty is good. */
export async function findingsOnPage(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
  // Half-way through a fade no colour is the one that people read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
