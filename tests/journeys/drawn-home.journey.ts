import { expect, test, blockServiceWorker } from './journey-test.ts'
import { openDashboard } from '#tests/support/journey-steps.ts'

test.use(blockServiceWorker)

const heading = { level: 1, name: 'Every door you open today, in one place.' } as const

test('a visitor’s home page is usable before any script, and is replaced without a layout shift', async ({
  page,
  server,
}) => {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.goto(`${server.origin}/`, { waitUntil: 'commit' })
  const drawn = page.locator('#last-view')
  await expect(drawn.getByRole('heading', heading)).toBeVisible()
  await expect(drawn.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register')
  const where = (root: string) => page.locator(root).getByRole('heading', heading).boundingBox()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const scroll = () => {
    window.scrollTo(0, 100)
    return window.scrollY
  }
  await expect.poll(() => page.evaluate(scroll)).toBe(100)
  const before = await where('#last-view')
  await drawn.getByRole('link', { name: 'Get Started' }).evaluate((link) => link.focus({ preventScroll: true }))
  letThrough()
  await expect(drawn).toHaveCount(0)
  await expect(page.locator('#root').getByRole('heading', heading)).toBeVisible()
  expect(await where('#root')).toEqual(before)
  await expect(page.locator('#root').getByRole('link', { name: 'Get Started' })).toBeFocused()
})

test('a later screen does not fetch the style sheet that the home page has inline', async ({ page, server }) => {
  await openDashboard(page, server.origin, 'hana')
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
  const inside = await page
    .locator('link[rel="stylesheet"][disabled]')
    .evaluateAll((sheets) => sheets.map((sheet) => new URL((sheet as HTMLLinkElement).href).pathname))
  expect(inside).toHaveLength(1)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'Tours' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible()
  expect(fetched.filter((name) => name.endsWith('.css')).length).toBeGreaterThan(0)
  expect(fetched).not.toContain(inside[0])
})

test('a signed-in agent never sees the home page of a visitor', async ({ page, server }) => {
  await openDashboard(page, server.origin, 'greta')
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const drawn = document.getElementById('last-view')
      if (drawn?.hidden === false) document.documentElement.dataset['drawn'] = 'seen'
    })
    seen.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] })
  })
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['drawn'])).toBeUndefined()
})

test('the drawn home page disappears even if the page’s scripts do nothing', async ({ page, server }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto(`${server.origin}/`)
  await expect(page.locator('#last-view').getByRole('heading', heading)).toBeVisible()
  await expect(page.locator('#last-view')).toHaveCount(0, { timeout: 12_000 })
})
