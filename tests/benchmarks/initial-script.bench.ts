import { expect, test } from '@playwright/test'
import { logIn, register } from '#tests/support/journey-steps.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { scriptsFetched } from '../support/scripts-fetched.ts'
import { figure } from './figure.ts'

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())
test.use({ serviceWorkers: 'block' })

test('the script that a first screen fetches', async ({ page }) => {
  const home = await scriptsFetched(page, `${server.origin}/`)
  figure({ what: 'initial JavaScript, home, gzip', value: home.gzip, unit: 'kB', atMost: 120 })
  figure({ what: 'scripts sent at the start, home, Brotli', value: home.sent, unit: 'kB', atMost: 100 })
  await register(page, server.origin, 'bench')
  await logIn(page, 'bench')
  // As a second visit. Until the first load has ended, the exchange does not wait for idle time.
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByText('No listings found')).toBeVisible()
  const listings = await scriptsFetched(page, `${server.origin}/my-listings`)
  figure({ what: 'initial JavaScript, My Listings, gzip', value: listings.gzip, unit: 'kB', atMost: 170 })
})
