import { expect, test, type Page, blockServiceWorker } from './journey-test.ts'
import { backedUpEntities } from '#core/backup/backup-format.ts'
import { readFile } from 'node:fs/promises'
import { readBackup } from '#files/backup-file.ts'
import { addClient, beginSignedIn, logIn, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import { agentWithEverything } from '../support/agent-with-everything.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { everythingOnServer } from '../support/everything-on-server.ts'

async function chooseBackup(page: Page, file: string): Promise<void> {
  await page.getByLabel('Choose File').setInputFiles(file)
  await expect(page.getByRole('table', { name: 'What is in the backup' })).toBeVisible()
}

test.describe('on another server', () => {
  let old: BuiltServer
  // A fresh server, because records of planner and catalog contain other agents' data.
  let fresh: BuiltServer
  test.beforeEach(async () => {
    old = await startBuiltServer()
    fresh = await startBuiltServer()
  })
  test.afterEach(async () => {
    await old.close()
    await fresh.close()
  })

  /**
   * The device that reads the backup a second time: the one that restored it, or one that knows of the restore only
   * from the server.
   */
  const readers = ['the same', 'another'] as const

  for (const reader of readers)
    test(
      `a full backup is restored offline on a new server, only once on ${reader} device`,
      { tag: reader === 'the same' ? '@gate' : [] },
      async ({ browser }, testInfo) => {
        await agentWithEverything(old.origin, 'mover')
        const page = await (await browser.newContext(blockServiceWorker)).newPage()
        await page.goto(`${old.origin}/login`)
        await logIn(page, 'mover')
        await addClient(page, old.origin, {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann@mailbox.example',
          notes: 'New.',
        })
        await untilEverythingIsSent(page)
        const before = await everythingOnServer(page.context(), old.origin)
        for (const entity of backedUpEntities) expect(before[entity], entity).not.toEqual([])
        await page.goto(`${old.origin}/settings?tab=data`)
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Back Up from Server' }).click()
        const file = testInfo.outputPath('backup.zip')
        await (await download).saveAs(file)
        await old.stop()

        const device = await browser.newContext()
        const there = await device.newPage()
        await beginSignedIn(there, fresh.origin, 'arrived')
        await there.goto(`${fresh.origin}/settings?tab=data`)
        await there.getByRole('link', { name: 'Restore', exact: true }).click()
        await device.setOffline(true)
        await chooseBackup(there, file)
        await there.getByRole('button', { name: /^Restore \d+ Records$/ }).click()
        await expect(there.getByText(/^\d+ records restored\./)).toBeVisible()
        await there.goto(`${fresh.origin}/clients`)
        await expect(there.getByRole('article', { name: 'Ann Lee' })).toBeVisible()
        await there.goto(`${fresh.origin}/my-listings`)
        await expect(there.getByRole('article', { name: '12 Lantern Door Ln' })).toContainText('Waiting')

        await device.setOffline(false)
        await untilEverythingIsSent(there)
        expect(await everythingOnServer(device, fresh.origin)).toEqual(before)

        const tablet = await browser.newContext(blockServiceWorker)
        const again = reader === 'the same' ? there : await tablet.newPage()
        if (reader === 'another') {
          await again.goto(`${fresh.origin}/login`)
          await logIn(again, 'arrived')
        }
        await again.goto(`${fresh.origin}/settings?tab=data&restore=true`)
        await chooseBackup(again, file)
        await expect(again.getByRole('button', { name: 'Nothing to Restore' })).toBeVisible()
        await Promise.all([device.close(), tablet.close()])
      },
    )
})

test('a device can back up its data without the server, even if Backup was never opened', async ({ page }) => {
  const server = await startBuiltServer()
  await beginSignedIn(page, server.origin, 'careful')
  await addClient(page, server.origin, { firstName: 'Ann', lastName: 'Lee', email: 'ann@mailbox.example' })
  // The app prefetches the rest soon after the start.
  const isAhead = () => page.evaluate(async () => (await caches.keys()).includes('fanlight-once-used'))
  await expect.poll(isAhead, { timeout: 60_000 }).toBe(true)
  await server.close()

  await page.goto(`${server.origin}/settings?tab=data`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Back Up', exact: true }).click()
  await expect(page.getByText(/^\d+ records? and 0 photos were saved as a file/)).toBeVisible()
  const backup = await readBackup(new Blob([await readFile(await (await download).path())]))
  expect(backup.contents.records.get('client')).toMatchObject([{ fields: { email: 'ann@mailbox.example' } }])
})
