import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, type BrowserContext } from '@playwright/test'
import { untilWorkerControls } from '#tests/support/journey-steps.ts'
import { bundled } from './bundled.ts'
import { medianOf, offlineStarts } from './offline-start.ts'

const worker = `
  const kept = ['/', '/page.js']
  addEventListener('install', (event) => event.waitUntil(caches.open('bare').then((cache) => cache.addAll(kept))))
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)))`

/** Medians of five offline starts, 4× slowdown, to forty rows on a page with only React, Dexie and a caching worker. */
export async function bareStartsMs(context: BrowserContext): Promise<{ kept: number; new: number }> {
  const files: Record<string, [type: string, text: string]> = {
    '/': [
      'text/html',
      '<!doctype html><title>Bare</title><div id="root"></div><script type="module" src="/page.js"></script>',
    ],
    '/page.js': [
      'text/javascript',
      await bundled({ rollupOptions: { input: path.join(import.meta.dirname, 'page/bare-list.tsx') } }),
    ],
    '/worker.js': ['text/javascript', worker],
  }
  const server = createServer(({ url = '' }, answer) => {
    const [type, text] = files[url] ?? ['text/plain', '']
    // The product's headers. With them a browser starts a new process, as from an icon.
    answer.setHeader('cross-origin-opener-policy', 'same-origin').setHeader('origin-agent-cluster', '?1')
    answer.setHeader('content-type', `${type}; charset=utf-8`).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  await context.setOffline(false)
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate(() => fillBareList(40))
  await expect(page.locator('article')).toHaveCount(40)
  await untilWorkerControls(page)
  await context.setOffline(true)
  const kept = await offlineStarts(page, address, 'article', 6)
  const anew = await offlineStarts(page, address, 'article', 6, 'new')
  await page.close()
  server.close()
  return { kept: medianOf(kept, 'seenMs'), new: medianOf(anew, 'seenMs') }
}
