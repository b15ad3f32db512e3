import { expect, type Page, test, blockServiceWorker } from './journey-test.ts'
import { addClient, beginSignedIn, openDashboard } from '#tests/support/journey-steps.ts'
import { openHouseToday } from '../support/open-house-today.ts'

declare global {
  interface Window {
    /** The text of the last view in this document, and whether it showed before the first script ran. */
    lastViewSeen?: { text: string; wasFirst: boolean }
  }
}

test('the last view shows until the screen is ready, and nothing of it after a logout', async ({
  page,
  context,
  server,
}) => {
  const { origin } = server
  await noteLastViews(page)
  await beginSignedIn(page, origin, 'vera')
  await addClient(page, origin, { firstName: 'Jo', lastName: 'Baker', email: 'jo@mailbox.example' })
  await page.goto(`${origin}/clients`)
  await expect(page.getByRole('heading', { name: 'Jo Baker' })).toBeVisible()
  await storeLastView(page, origin)

  await context.setOffline(true)
  // If a busy machine loads the view's style sheets late, the view is skipped until the next start.
  await expect(async () => {
    await page.goto(`${origin}/clients`)
    await expect(page.locator('#root').getByRole('heading', { name: 'Jo Baker' })).toBeVisible()
    expect(await lastView(page)).toMatchObject({ text: expect.stringContaining('Jo Baker'), wasFirst: true })
  }).toPass()
  await expect(page.locator('#last-view')).toHaveCount(0)
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByRole('heading', { name: 'Jo Baker' })).toHaveCount(0)

  // Another search is another view, and so is another screen.
  await page.goto(`${origin}/clients?q=Jo`)
  await expect(page.getByRole('heading', { name: 'Jo Baker' })).toBeVisible()
  expect(await lastView(page)).toBeUndefined()

  await context.setOffline(false)
  await page.goto(`${origin}/settings/profile`)
  expect((await keptViews(page)) === null).toBe(false)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.waitForURL('**/login**')
  await expect.poll(async () => (await keptViews(page)) === null).toBe(true)
})

test('a view loads only its own style sheets, whatever screens the agent came from', async ({ page, server }) => {
  const { origin } = server
  await beginSignedIn(page, origin, 'wanda')
  await addClient(page, origin, { firstName: 'Jo', lastName: 'Baker', email: 'jo@mailbox.example' })
  let ofDashboard: string[] = []
  await storeLastView(page, origin, async () => {
    await page.goto(`${origin}/dashboard`)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    ofDashboard = await page
      .locator('link[rel="stylesheet"][href*="dashboard"]')
      .evaluateAll((sheets) => sheets.map((sheet) => (sheet as HTMLLinkElement).href))
    await page.getByRole('link', { name: 'Clients' }).first().click()
  })
  expect(ofDashboard.length).toBeGreaterThan(0)
  const kept = await keptStyles(page)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter((href) => ofDashboard.includes(href))).toEqual([])
})

test('the style sheets of a later screen come last, so that no text is laid out again', async ({ page, server }) => {
  const { origin } = server
  const sheets = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('style, link[rel="stylesheet"]')].map((sheet) => sheet.getAttribute('href')),
    )
  await beginSignedIn(page, origin, 'xenia')
  await page.goto(`${origin}/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const before = await sheets()
  await page.getByRole('link', { name: 'Tours' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible()
  const after = await sheets()
  expect(after.length).toBeGreaterThan(before.length)
  expect(after.slice(0, before.length)).toEqual(before)
})

test.describe('without a worker', () => {
  test.use(blockServiceWorker)

  test('a style sheet that never arrives does not block the page', async ({ page, server }) => {
    const { origin } = server
    await noteLastViews(page)
    await openDashboard(page, origin, 'stella')
    await addClient(page, origin, { firstName: 'Jo', lastName: 'Baker', email: 'jo@mailbox.example' })
    await storeLastView(page, origin)
    await page.evaluate(() => {
      const kept = localStorage.getItem('fanlight:views') ?? ''
      localStorage.setItem('fanlight:views', kept.replaceAll('"styles":[', '"styles":["/assets/never.css",'))
    })
    await page.route('**/assets/never.css', () => {})
    await page.goto(`${origin}/clients`, { waitUntil: 'commit' })
    await expect(page.locator('#root').getByRole('heading', { name: 'Jo Baker' })).toBeVisible()
    expect(await lastView(page)).toBeUndefined()
  })

  test('a last view whose style sheet arrives late does not cover the page', async ({ page, server }) => {
    const { origin } = server
    await noteLastViews(page)
    await openDashboard(page, origin, 'susanna')
    await addClient(page, origin, { firstName: 'Jo', lastName: 'Baker', email: 'jo@mailbox.example' })
    await storeLastView(page, origin)
    await page.evaluate(() => {
      const kept = localStorage.getItem('fanlight:views') ?? ''
      localStorage.setItem('fanlight:views', kept.replaceAll('"styles":[', '"styles":["/assets/late.css",'))
    })
    await page.route('**/assets/late.css', async (route) => {
      await page.waitForFunction(() => document.querySelector('#root h1') !== null)
      await route.fulfill({ contentType: 'text/css', body: '' })
    })
    await page.goto(`${origin}/clients`, { waitUntil: 'commit' })
    await expect(page.locator('#root').getByRole('heading', { name: 'Jo Baker' })).toBeVisible()
    await expect(page.locator('#last-view')).toHaveCount(0)
    expect(await lastView(page)).toBeUndefined()
  })
})

test('kiosk visitors see nothing that the agent saw', async ({ page, server }) => {
  const { origin } = server
  await noteLastViews(page)
  await beginSignedIn(page, origin, 'hugo')
  await addClient(page, origin, { firstName: 'Jo', lastName: 'Baker', email: 'jo@mailbox.example' })
  await storeLastView(page, origin)
  await openHouseToday(page, origin, '41 Lanternwood Ln')
  await page.getByRole('link', { name: 'Start Sign-in' }).first().click()
  await page.getByLabel('PIN', { exact: true }).fill('2580')
  await page.getByLabel('Repeat PIN').fill('2580')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
  await expect.poll(async () => (await keptViews(page)) === null).toBe(true)
  await page.goto(`${origin}/clients`)
  await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
  expect(await lastView(page)).toBeUndefined()
})

/** Records in each document what the last view shows when it becomes visible. */
async function noteLastViews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const view = document.getElementById('last-view')
      if (view === null || view.hidden || window.lastViewSeen !== undefined) return
      const wasFirst = document.querySelector('#root h1') === null
      window.lastViewSeen = { text: view.textContent, wasFirst }
    })
    seen.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] })
  })
}

function lastView(page: Page) {
  return page.evaluate(() => window.lastViewSeen)
}

function keptViews(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('fanlight:views'))
}

async function keptStyles(page: Page): Promise<string[]> {
  const views = JSON.parse((await keptViews(page)) ?? '{}') as Record<string, { styles: string[] }>
  return (views['/clients']?.styles ?? []).toSorted()
}

/** Looks at the clients until the idle page stores views, then hides the page. */
async function storeLastView(
  page: Page,
  origin: string,
  goThere: () => Promise<unknown> = () => page.goto(`${origin}/clients`),
): Promise<void> {
  await goThere()
  await expect(page.locator('#root').getByRole('heading', { name: 'Jo Baker' })).toBeVisible()
  await expect.poll(() => viewStoredWhenHidden(page)).toContain('Jo Baker')
  // A notification would be part of the view.
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveCount(0)
  await page.goto(`${origin}/robots.txt`)
  expect(await keptViews(page)).toContain('Jo Baker')
}

/** Makes the page believe for a moment that it is hidden; returns the view that it stores. */
function viewStoredWhenHidden(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
    return localStorage.getItem('fanlight:views')
  })
}
