import { chromium, expect, test } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { untilWorkerControls } from '#tests/support/journey-steps.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { bareStartsMs } from './bare-page.ts'
import { figure } from './figure.ts'
import { medianOf, offlineStarts } from './offline-start.ts'

const screens = [
  ['My Listings', '/my-listings', 'article'],
  ['Today', '/today', 'main li, main article, main section'],
  ['Dashboard', '/dashboard', 'main section'],
] as const

test('an agent with forty listings starts the app without a network', async () => {
  const server = await startBuiltServer([['demo']])
  const [, username = ''] = /Username: (\S+)/.exec(server.printed.join('\n')) ?? []
  const [, password = ''] = /Password: (\S+)/.exec(server.printed.join('\n')) ?? []
  const profile = await mkdtemp(path.join(tmpdir(), 'fanlight-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${server.origin}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await untilWorkerControls(page)
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByText('40 listings')).toBeVisible({ timeout: 60_000 })
  const bare = await bareStartsMs(context)
  figure({
    what: 'offline start to forty rows, 4× slowdown, a bare page of React and Dexie',
    value: bare.kept,
    unit: 'ms',
  })
  await context.setOffline(true)
  for (const [name, address, looksFor] of screens) {
    const starts = await offlineStarts(page, `${server.origin}${address}`, looksFor, 6)
    const seen = medianOf(starts, 'seenMs')
    const what = `offline start to ${name}, 4× slowdown`
    figure({ what: `${what}, seen, median of 5`, value: seen, unit: 'ms', atMost: 600 })
    figure({ what: `${what}, seen, against the bare page`, value: seen / bare.kept, unit: '×' })
    figure({ what: `${what}, usable`, value: medianOf(starts, 'usableMs'), unit: 'ms' })
    figure({ what: `${what}, usable, never seen before`, value: starts[0]?.usableMs ?? Number.NaN, unit: 'ms' })
  }
  const starts = await offlineStarts(page, `${server.origin}/my-listings`, 'article', 6, 'new')
  const what = 'offline start in a new process, 4× slowdown'
  figure({ what: `${what}, a bare page of React and Dexie`, value: bare.new, unit: 'ms' })
  figure({ what: `${what}, to My Listings, seen`, value: medianOf(starts, 'seenMs'), unit: 'ms' })
  await context.close()
  await server.close()
  await rm(profile, { recursive: true, force: true })
})
