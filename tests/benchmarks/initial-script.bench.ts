import { expect, test } from '@playwright/test'
import { logIn, register } from '../support/agent-at-work.ts'
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
  figure({
    what: 'initial JavaScript, home, gzip',
    value: await scriptsFetched(page, `${server.origin}/`),
    unit: 'kB',
    atMost: 110,
  })
  await register(page, server.origin, 'bench')
  await logIn(page, 'bench')
  await expect(page).toHaveURL(/dashboard/)
  const listings = await scriptsFetched(page, `${server.origin}/my-listings`)
  figure({ what: 'initial JavaScript, My Listings, gzip', value: listings, unit: 'kB', atMost: 155 })
})
