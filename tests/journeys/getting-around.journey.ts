import { expect, test, type Page, blockServiceWorker } from './journey-test.ts'
import { addClient, openDashboard } from '#tests/support/journey-steps.ts'

test.use({ ...blockServiceWorker, viewport: { width: 390, height: 844 }, hasTouch: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure you want to delete this client?' })

test('Back on a phone closes the question over a list, even after a reload, and then leaves the list', async ({
  page,
  server,
}) => {
  const { origin } = server
  await openDashboard(page, origin, 'maya')
  await addClient(page, origin, { firstName: 'Ada', lastName: 'Lane', email: 'ada@example.com' })
  await page.goto(`${origin}/tours`)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Clients' }).click()
  await expect(heading(page, 'Clients')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Ada Lane' }).click()
  await expect(question(page)).toBeVisible()
  await page.goBack()
  await expect(question(page)).toBeHidden()
  await expect(heading(page, 'Clients')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Ada Lane' }).click()
  await expect(question(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: 'Ada Lane' })).toBeVisible()
  await expect(question(page)).toBeHidden()
  await page.goBack()
  await expect(heading(page, 'My Tours')).toBeVisible()
})

test('two keys pressed in a row take effect in order while their code is loading', async ({ page, server }) => {
  const { origin } = server
  await openDashboard(page, origin, 'gina')
  // Chromium resolves several imports of one script in no particular order.
  for (let time = 0; time < 6; time += 1) {
    await page.goto(`${origin}/my-listings`)
    await expect(heading(page, 'My Listings')).toBeVisible()
    let letGo = () => {}
    const arePressed = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/*.js', async (route) => {
      await arePressed
      await route.continue()
    })
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    letGo()
    await expect(heading(page, 'Clients')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})
