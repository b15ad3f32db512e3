import { expect, test, blockServiceWorker } from './journey-test.ts'
import {
  addClient,
  beginSignedIn,
  logIn,
  openOutbox,
  openScreen,
  recordsOnServer,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'

test('three tabs write at once, and every client reaches the server exactly once', async ({
  context,
  page,
  server,
}) => {
  await beginSignedIn(page, server.origin, 'tabs')
  const tabs = [page, await context.newPage(), await context.newPage()]
  await context.setOffline(true)
  await Promise.all(
    tabs.map(async (tab, index) => {
      for (const round of [1, 2]) {
        await addClient(tab, server.origin, {
          firstName: `Tab${index}`,
          lastName: `Round${round}`,
          email: `t${index}r${round}@example.com`,
        })
      }
    }),
  )
  await context.setOffline(false)
  await untilEverythingIsSent(page)
  const emails = (await recordsOnServer(context, server.origin, 'crm/clients/')).map(({ email }) => String(email))
  expect(emails.sort()).toEqual([0, 1, 2].flatMap((tab) => [1, 2].map((round) => `t${tab}r${round}@example.com`)))
})

test(
  'two devices change one client: different fields merge, and the agent decides about the same one',
  { tag: '@gate' },
  async ({ browser, context, page, server }) => {
    const { origin } = server
    await beginSignedIn(page, origin, 'twodevices')
    await addClient(page, origin, { firstName: 'Shared', lastName: 'Client', email: 'shared@example.com' })
    await untilEverythingIsSent(page)

    const laptop = await browser.newContext(blockServiceWorker)
    const other = await laptop.newPage()
    await other.goto(`${origin}/login`)
    await logIn(other, 'twodevices')
    await context.setOffline(true)
    for (const [device, changes] of [
      [page, { 'Phone Number': '916 555 0100' }],
      [other, { 'Phone Number': '916 555 0199', 'Last Name': 'Customer' }],
    ] as const) {
      await openScreen(device, origin, '/clients')
      await device.getByRole('article', { name: 'Shared Client' }).getByRole('link', { name: /^View/ }).click()
      await device.getByRole('link', { name: 'Edit Client' }).click()
      for (const [label, value] of Object.entries(changes)) await device.getByLabel(label).fill(value)
      await device.getByRole('button', { name: 'Update Client' }).click()
      await expect(device.getByText(/has been updated successfully/)).toBeVisible()
    }
    await untilEverythingIsSent(other)
    await context.setOffline(false)
    await openOutbox(page)
    await page.getByRole('button', { name: /^Decide about Shared/ }).click()
    const sheet = page.getByRole('dialog', { name: /was changed in two places$/ })
    await sheet.getByLabel(/^Mine/).click()
    await sheet.getByRole('button', { name: 'Save choice' }).click()
    await untilEverythingIsSent(page)
    expect(await recordsOnServer(context, origin, 'crm/clients/')).toMatchObject([
      { last_name: 'Customer', phone_number: '916 555 0100' },
    ])
    await laptop.close()
  },
)
