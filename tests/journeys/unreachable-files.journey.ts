import { expect, test, type Page } from './journey-test.ts'
import { logIn, register } from '#tests/support/journey-steps.ts'

// As on a first visit, before the worker has cached the app.
test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('Try Again offline stays in the app, and the screen opens once the network is back', async ({
  page,
  context,
  server,
}) => {
  await openDashboardOf(page, server.origin, 'jonas')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Tours', exact: true }).first().click()
  const panel = page.getByRole('alert').filter({ hasText: 'Oops! Something went wrong' })
  await expect(panel).toContainText('It opens by itself once the connection is back.')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(/\/tours$/)
  await expect(panel).toContainText('It opens by itself once the connection is back.')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'My Tours' })).toBeVisible()
})

test('a screen that could not be fetched opens on the next visit once the network is back', async ({
  page,
  context,
  server,
}) => {
  await openDashboardOf(page, server.origin, 'lena')
  await context.setOffline(true)
  const toTours = page.getByRole('link', { name: 'Tours', exact: true }).first()
  await toTours.click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await context.setOffline(false)
  await toTours.click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Tours' })).toBeVisible()
})

test('a screen whose script alone is missing does not reload the page', async ({ page, context, server }) => {
  await openDashboardOf(page, server.origin, 'kaya')
  await context.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await context.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
})

test('an unreachable file is not taken for a newer version', async ({ page, server }) => {
  await openDashboardOf(page, server.origin, 'mina')
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('A new version is ready. Your drafts stay.')).toBeHidden()
})

async function openDashboardOf(page: Page, origin: string, username: string): Promise<void> {
  await register(page, origin, username)
  await logIn(page, username)
  await expect(page.getByRole('region', { name: 'Dashboard Calendar' })).toBeVisible()
}
