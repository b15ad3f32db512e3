import { expect, test } from './journey-test.ts'
import {
  addClient,
  createListing,
  photoOfAHouse,
  registerAndLogIn,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { startPlainServer, type PlainServer } from '../support/plain-server.ts'

let server: PlainServer
test.beforeEach(async () => {
  server = await startPlainServer()
})
test.afterEach(() => server.close())

for (const shape of ['arrays', 'results'] as const) {
  test(
    `the built page works with a server that offers only the specified calls, lists as ${shape}`,
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
