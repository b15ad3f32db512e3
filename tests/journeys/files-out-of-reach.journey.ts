import { expect, test } from '@playwright/test'
import { logIn, register } from '../support/agent-at-work.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

// As on a first visit, before the worker has kept the app's files.
test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('a screen whose files cannot be fetched says so between the bars, and the others go on', async ({
  page,
  context,
}) => {
  await register(page, server.origin, 'ines')
  await logIn(page, 'ines')
  await expect(page.getByRole('region', { name: 'Dashboard Calendar' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Tours', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
