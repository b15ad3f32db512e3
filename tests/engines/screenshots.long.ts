import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay } from '#tests/support/working-day.ts'
import { startAtAServer } from './at-a-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { registerAndSignIn, screens, syncState } from './fanlight.ts'

const folder = path.resolve(process.env['SCREENSHOTS'] ?? 'screenshots/engines')

const withoutAgent = ['/', '/login', '/register', '/reset-password', '/questionnaire']
const withRecords = [
  ...screens,
  '/my-listings',
  '/listings/new',
  '/listings/1',
  '/listings/edit/1',
  '/listings/1/dashboard',
  '/clients/1',
  '/clients/edit/1',
  '/clients/import',
  '/listings/import',
  '/appointments/import',
  '/figures/import',
  '/tours/new',
  '/tours/1',
  '/tours/1/run',
  '/dashboard?view=week',
  '/dashboard?view=month',
  '/questionnaire/analytics',
]

test.each(chosenEngines)('pictures of every screen in %s, on a phone and at a desk', async (engine) => {
  const startServer = () => startBuiltServer([['import-properties', salesFile]])
  const { page, end } = await startAtAServer(engine, startServer)
  async function takeAll(paths: readonly string[]): Promise<void> {
    for (const [device, width, height] of [
      ['phone', 390, 844],
      ['desktop', 1280, 900],
    ] as const) {
      await mkdir(path.join(folder, engine, device), { recursive: true })
      await page.resize(width, height)
      for (const one of paths) {
        await page.goto(one)
        await page.until(`document.querySelector('#root main h1') !== null`)
        await page.until(`document.querySelector('#root [data-skeleton]') === null`)
        await page.screenshot(
          path.join(folder, engine, device, `${one.replaceAll(/\W+/g, '-').slice(1) || 'home'}.png`),
        )
      }
    }
  }
  try {
    await takeAll(withoutAgent)
    await registerAndSignIn(page, 'pictures')
    await page.run(`return (${makeWorkingDay.toString()})()`)
    await syncState(page, 'saved')
    await takeAll(withRecords)
  } finally {
    await end()
  }
})
