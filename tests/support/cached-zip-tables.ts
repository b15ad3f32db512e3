import type { Page } from '@playwright/test'

export function cachedZipTableUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.has('zip-places'))
      ? (await (await caches.open('zip-places')).keys()).map((request) => request.url)
      : [],
  )
}
