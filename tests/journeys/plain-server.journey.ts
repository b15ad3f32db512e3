import { expect, test, withoutWorker } from './at-a-server.ts'
import {
  addClient,
  beginSignedIn,
  createListing,
  openDashboard,
  openOutbox,
  photoOfAHouse,
  registerAndLogIn,
  untilEverythingIsSent,
} from '../support/agent-at-work.ts'
import { startPlainServer, type PlainServer } from '../support/plain-server.ts'

let server: PlainServer
test.beforeEach(async () => {
  server = await startPlainServer()
})
test.afterEach(() => server.close())

for (const shape of ['arrays', 'results'] as const) {
  test(
    `the built page works against a server that offers only the specification's calls, lists as ${shape}`,
    { tag: shape === 'arrays' ? '@gate' : [] },
    async ({ page, context }) => {
      server.listShape = shape
      await registerAndLogIn(page, server.origin, 'ana')
      await createListing(page, server.origin, {
        address: '12 Oak Lane',
        description: 'Plain but good.',
        photo: await photoOfAHouse('#77a'),
      })
      await untilEverythingIsSent(page)

      await context.setOffline(true)
      await addClient(page, server.origin, { firstName: 'Elena', lastName: 'Vasquez', email: 'elena@example.com' })
      await page.reload()
      await expect(page.getByRole('article', { name: 'Elena Vasquez' })).toContainText('Waiting')
      await context.setOffline(false)
      await untilEverythingIsSent(page)

      expect(server.clients).toHaveLength(1)
      expect(server.clients[0]).toMatchObject({ first_name: 'Elena', category: 'Buyer' })
      expect(server.listings).toHaveLength(1)
      expect(server.listings[0]).toMatchObject({
        listing_price: 250_000,
        status: 'For Sale',
        images: [{ is_primary: true }],
      })
      await page.goto(`${server.origin}/my-listings`)
      await expect(page.getByRole('article', { name: '12 Oak Lane' })).toContainText('800')
    },
  )
}

test('a create whose answer was lost after the commit is still one record', async ({ page }) => {
  await beginSignedIn(page, server.origin, 'ana')
  server.loseNextAnswerTo('POST /api/crm/clients/')
  await addClient(page, server.origin, { firstName: 'Elena', lastName: 'Vasquez', email: 'elena@example.com' })
  await expect.poll(() => server.arrivals('POST /api/crm/clients/')).toBe(1)

  // Once the request can no longer be running, the client reads the list, compares every field, and adopts.
  await page.reload()
  await openOutbox(page)
  await expect(page.getByText(/It is checked before it is sent again/)).toBeVisible()
  await page.clock.install({ time: Date.now() + 61_000 })
  await page.reload()
  await openOutbox(page)
  await expect(page.getByText('Nothing is waiting')).toBeVisible({ timeout: 60_000 })
  expect(server.arrivals('POST /api/crm/clients/')).toBe(1)
  expect(server.clients).toHaveLength(1)
  await page.goto(`${server.origin}/clients`)
  await expect(page.getByRole('article', { name: 'Elena Vasquez' })).toHaveCount(1)
  await expect(page.getByRole('article', { name: 'Elena Vasquez' })).not.toContainText('Waiting')
})

test('an edit whose answer was lost is confirmed by reading the record again', async ({ page }) => {
  await beginSignedIn(page, server.origin, 'ana')
  await addClient(page, server.origin, { firstName: 'Elena', lastName: 'Vasquez', email: 'elena@example.com' })
  await untilEverythingIsSent(page)
  const id = server.clients[0]?.id
  server.loseNextAnswerTo(`PATCH /api/crm/clients/${id}/`)
  await page.goto(`${server.origin}/clients`)
  await page.getByRole('article', { name: 'Elena Vasquez' }).getByRole('link', { name: /^View/ }).click()
  await page.getByRole('link', { name: 'Edit Client' }).click()
  await page.getByLabel('Phone Number').fill('916 555 0100')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByText('Elena Vasquez has been updated successfully.')).toBeVisible()
  await untilEverythingIsSent(page)
  expect(server.clients).toMatchObject([{ phone_number: '916 555 0100' }])
  expect(server.arrivals(`PATCH /api/crm/clients/${id}/`)).toBe(1)
})

test.describe('with a network all the time', () => {
  test.use(withoutWorker)

  test('a tour is changed by the only call that the specification offers, and stays a tour', async ({ page }) => {
    await openDashboard(page, server.origin, 'ana')
    const tour = { client_email: 'jo@example.com', tour_date: '2030-05-06', selected_listings: [], preferences: {} }
    const times = { preferred_start_time: '09:00:00', preferred_end_time: '12:00:00' }
    await page.request.post(`${server.origin}/api/tours/tours/intelligent-create/`, { data: { ...tour, ...times } })
    await untilEverythingIsSent(page)
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByRole('link', { name: 'Tours', exact: true }).first().click()
    await page.getByRole('link', { name: /^View/ }).click()
    await page.getByRole('button', { name: 'Mark as In Progress' }).click()
    await untilEverythingIsSent(page)
    const moved = { client_email: 'jo@example.com', status: 'in_progress' }
    await expect.poll(() => server.tours).toMatchObject([{ ...moved, start_time: '09:00:00', end_time: '12:00:00' }])
    expect(server.arrivals(`PATCH /api/tours/tours/${server.tours[0]?.id}/`)).toBe(0)
  })

  test('an edit arrives at a server that answers PATCH with 404', async ({ page }) => {
    server.unknownMethods = ['PATCH']
    await openDashboard(page, server.origin, 'ana')
    await addClient(page, server.origin, { firstName: 'Elena', lastName: 'Vasquez', email: 'elena@example.com' })
    await untilEverythingIsSent(page)
    await page.goto(`${server.origin}/clients/edit/${server.clients[0]?.id}`)
    await page.getByLabel('Phone Number').fill('916 555 0100')
    await page.getByRole('button', { name: 'Update Client' }).click()
    await expect(page.getByText('Elena Vasquez has been updated successfully.')).toBeVisible()
    await untilEverythingIsSent(page)
    expect(server.clients).toMatchObject([{ first_name: 'Elena', phone_number: '916 555 0100' }])
  })
})
