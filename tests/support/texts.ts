import type { Locator } from 'vitest/browser'

export const texts = (locator: Locator) => locator.elements().map(({ textContent }) => textContent)
