import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { recordsOnServer, beginSignedIn, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { type ReplaceableRelease, replaceableRelease } from '../support/replaceable-release.ts'

let release: ReplaceableRelease
let server: BuiltServer
test.beforeAll(async () => {
  release = await replaceableRelease()
  server = await startBuiltServer([], {}, undefined, release.folder)
})
test.afterAll(async () => {
  await server.close()
  await release.remove()
})

test(
  'updating in the middle of a form keeps its text, and that of a form in another tab',
  { tag: '@gate' },
  async ({ page, context }) => {
    test.setTimeout(240_000)
    const { origin } = server
    // This tab was opened before its first worker, and stays open.
    await beginSignedIn(page, origin, 'uma')
    await page.getByRole('link', { name: 'Clients' }).first().click()
    await page.getByRole('link', { name: 'New Client' }).first().click()
    await page.getByLabel('First Name').fill('Otto')
    const other = await context.newPage()
    await other.goto(`${origin}/clients/new`)
    await other.getByLabel('First Name').fill('Maya')
    await other.getByLabel('Notes').fill('Wants a garden')

    await server.stop()
    await release.replace()
    await server.restart()
    // Simulates opening a screen whose file is gone.
    await other.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
    await expect(other.getByText('A new version is ready. Your drafts stay.')).toBeVisible()
    await expect.poll(() => version(other)).toContain('first')
    // The last word is typed just before the update.
    await other.getByLabel('Last Name').fill('Lindqvist')
    await page.evaluate(askAllTheTime)
    await other.getByRole('button', { name: 'Update' }).click()

    await expect.poll(() => version(other), { timeout: 90_000 }).toContain('second')
    await expect(other.getByLabel('First Name')).toHaveValue('Maya')
    await expect(other.getByLabel('Last Name')).toHaveValue('Lindqvist')
    await expect(other.getByLabel('Notes')).toHaveValue('Wants a garden')

    await expect.poll(() => version(page)).toContain('first')
    await expect(page.getByLabel('First Name')).toHaveValue('Otto')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => version(page)).toContain('second')

    await other.getByLabel('Email').fill('maya@example.com')
    await other.getByRole('button', { name: 'Create Client' }).click()
    await expect(other).not.toHaveURL(/\/clients\/new$/)
    await untilEverythingIsSent(other)
    expect(await recordsOnServer(context, origin, 'crm/clients/')).toMatchObject([
      { first_name: 'Maya', last_name: 'Lindqvist', notes: 'Wants a garden' },
    ])
  },
)

/** The build that the tab shows; the states of its workers help to explain a failure. */
async function version(tab: Page): Promise<string> {
  const look = tab.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const build = document.documentElement.dataset['build'] ?? 'first'
    const stateOf = (worker?: ServiceWorker | null) => worker?.state ?? 'none'
    return `${build}; active: ${stateOf(registration?.active)}, waiting: ${stateOf(registration?.waiting)}, installing: ${stateOf(registration?.installing)}`
  })
  return look.catch(() => 'between two pages')
}

/** Keeps requests running while the worker changes; requests through an old worker would keep it alive. */
function askAllTheTime(): void {
  let left = 150
  const asking = setInterval(() => {
    void fetch('/api/nothing/').catch(() => {})
    left -= 1
    if (left === 0) clearInterval(asking)
  }, 15)
}
