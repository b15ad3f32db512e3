import path from 'node:path'
import { expect, test } from '@playwright/test'
import { registerAndLogIn } from '#tests/support/journey-steps.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { listProperties } from '../support/list-properties.ts'
import { testDataFolder } from '../support/test-data.ts'
import { figure } from './figure.ts'

const stops = 200

test('two hundred listings are chosen for a tour, one tap after the other, while the planner works', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const server = await startBuiltServer([['import-properties', path.join(testDataFolder, 'sacramento.csv')]])
  try {
    await registerAndLogIn(page, server.origin, 'omar')
    await listProperties(page, 'Sacramento', stops + 1)
    await page.goto(`${server.origin}/tours/new`)
    const add = page.getByRole('button', { name: /^Add \S/ }).first()
    await expect(add).toBeVisible({ timeout: 30_000 })
    await page.evaluate(() => {
      const blocks: number[] = []
      Object.assign(globalThis, { blocks })
      new PerformanceObserver((list) => blocks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
    })
    for (let chosen = 0; chosen < stops; chosen += 1) await add.click()
    const selected = page.getByRole('region', { name: 'Selected listings' })
    await expect(selected.getByRole('listitem')).toHaveCount(stops)
    await expect(page.getByRole('heading', { name: 'Does not fit' })).toBeVisible({ timeout: 60_000 })
    const blocks = await page.evaluate(() => (globalThis as unknown as { blocks: number[] }).blocks)
    figure({
      what: 'longest block of the page, 200 stops chosen',
      value: Math.max(0, ...blocks),
      unit: 'ms',
      atMost: 50,
    })
  } finally {
    await server.close()
  }
})
