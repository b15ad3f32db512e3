import type { Page } from '@playwright/test'

/** The addresses of the tables of ZIP codes that the browser has for use without a network. */
export function keptZipPlaces(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.has('zip-places'))
      ? (await (await caches.open('zip-places')).keys()).map((request) => request.url)
      : [],
  )
}
