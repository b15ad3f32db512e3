import { expect, test } from './journey-test.ts'
import {
  addClient,
  createListing,
  simulateReconnect,
  photoOfAHouse,
  recordsOnServer,
  registerAndLogIn,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'

let server: BuiltServer

test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

test(
  'a property listed offline arrives with every record exactly once, despite a lost server',
  { tag: '@gate' },
  async ({ page, context }) => {
    const { origin } = server
    await registerAndLogIn(page, origin, 'maria')

    await createListing(page, origin, {
      address: '41 Lanternwood Ln',
      description: 'A bright corner house.',
      photo: await photoOfAHouse('#7a9'),
    })
    await addClient(page, origin, { firstName: 'Elena', lastName: 'Vasquez', email: 'elena@example.com' })
    await untilEverythingIsSent(page)

    await context.setOffline(true)
    await page.goto(`${origin}/my-listings`)
    await page.getByRole('article', { name: '41 Lanternwood Ln' }).getByRole('link', { name: /^Edit/ }).click()
    await page.getByLabel('Listing Price').fill('61500')
    await page.getByRole('button', { name: 'Update Listing' }).click()
    const edited = page.getByRole('article', { name: '41 Lanternwood Ln' })
    await expect(edited).toContainText('$61,500')
    await expect(edited).toContainText('Waiting')
    await addClient(page, origin, {
      firstName: 'Priya',
      lastName: 'Raman',
      email: 'priya@example.com',
      notes: 'Wants a garden.',
    })
    await createListing(page, origin, {
      address: '645 Thistledown Way',
      description: 'Listed in a tunnel.',
      photo: await photoOfAHouse('#a75'),
    })

    await page.reload()
    await expect(page.getByRole('article', { name: '645 Thistledown Way' })).toContainText('Waiting')
    await page.goto(`${origin}/clients`)
    await expect(page.getByRole('article', { name: 'Priya Raman' })).toBeVisible()

    // The network is back but the server was killed; work continues, also in a new page.
    await server.kill()
    await context.setOffline(false)
    await addClient(page, origin, { firstName: 'Tom', lastName: 'Okafor', email: 'tom@example.com' })
    const secondPage = await context.newPage()
    await secondPage.goto(`${origin}/clients`)
    await expect(secondPage.getByRole('article', { name: 'Tom Okafor' })).toBeVisible()

    await server.restart()
    await simulateReconnect(page)
    await untilEverythingIsSent(page)
    // After another kill, everything that the screen called saved is still there.
    await server.kill()
    await server.restart()

    const clients = await recordsOnServer(context, origin, 'crm/clients/')
    expect(clients.map(({ email }) => String(email)).toSorted()).toEqual([
      'elena@example.com',
      'priya@example.com',
      'tom@example.com',
    ])
    const listings = await recordsOnServer(context, origin, 'listings/')
    expect(listings).toHaveLength(2)
    const byAddress = new Map(
      listings.map((listing) => [(listing['property'] as { address: string }).address, listing]),
    )
    expect(byAddress.get('41 Lanternwood Ln')).toMatchObject({
      listing_price: 61_500,
      description: 'A bright corner house.',
    })
    expect(byAddress.get('645 Thistledown Way')).toMatchObject({ description: 'Listed in a tunnel.' })
    for (const listing of listings) expect(listing['images']).toHaveLength(1)

    await secondPage.goto(`${origin}/my-listings`)
    await expect(secondPage.getByRole('article', { name: '645 Thistledown Way' })).not.toContainText('Waiting')
  },
)
