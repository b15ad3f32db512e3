import { expect, test, type Page, blockServiceWorker } from './journey-test.ts'
import { openDashboard } from '#tests/support/journey-steps.ts'

test.use(blockServiceWorker)

const notice = 'This device’s storage isn’t answering. Close other Fanlight tabs, or restart the app.'

/** Locks a store from another tab, as a suspended page does, until that tab closes. */
async function lock(other: Page, databasePrefix: string, store: string): Promise<void> {
  await other.evaluate(
    async ({ prefix, name }) => {
      const databases = await indexedDB.databases()
      const found = databases.find((database) => database.name?.startsWith(prefix))?.name ?? ''
      const opening = indexedDB.open(found)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const held = opening.result.transaction(name, 'readwrite').objectStore(name)
      await new Promise<void>((resolve) => {
        const ask = () => {
          resolve()
          held.count().addEventListener('success', ask)
        }
        ask()
      })
    },
    { prefix: databasePrefix, name: store },
  )
}

for (const [what, prefix, store] of [
  ['before the agent is known', 'fanlight-keys', 'values'],
  ['while the workspace opens', 'fanlight:', 'facts'],
  ['while a screen reads', 'fanlight:', 'clients'],
] as const) {
  test(`A25: storage that hangs ${what} is reported instead of a skeleton, and nothing is called saved`, async ({
    page,
    context,
    server,
  }) => {
    await openDashboard(page, server.origin, `silent-${store}`)
    const other = await context.newPage()
    await other.goto(`${server.origin}/healthz`)
    await page.goto(`${server.origin}/healthz`)
    await lock(other, prefix, store)
    await page.clock.install()
    await page.goto(`${server.origin}/clients`)
    await expect(page.locator('.shell-bar, header').first()).toBeVisible()
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(page.getByText(notice)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByText('Everything is saved')).toBeHidden()
    await expect(page.locator('#root [data-skeleton]:visible')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await other.close()
    await expect(page.getByText(notice)).toBeHidden()
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
  })
}
