import path from 'node:path'
import type { Page } from '@playwright/test'
import { bundled } from './bundled.ts'
import type { DeviceBench } from './page/device-page.ts'

declare global {
  var bench: DeviceBench
}

let bundling: Promise<string> | undefined

/** Opens a page at `origin`, signed in like the context, with only `page/device-page.ts` as `bench`. */
export async function openBenchPage(page: Page, origin: string): Promise<void> {
  bundling ??= bundle()
  const code = await bundling
  await page.route('**/bench-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><script src="/bench-page.js"></script>' }),
  )
  await page.route('**/bench-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.goto(`${origin}/bench-page`)
}

function bundle(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'page/device-page.ts')
  return bundled(
    { lib: { entry, formats: ['iife'], name: 'benchPage' } },
    {
      define: { 'import.meta.env.VITE_API_BASE': '"/api/"' },
      resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
    },
  )
}
