import type { Locator } from 'vitest/browser'

/** What each element says now, in the order of the page. */
export const texts = (locator: Locator) => locator.elements().map(({ textContent }) => textContent)
