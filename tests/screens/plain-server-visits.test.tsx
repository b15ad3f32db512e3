// First, as in the app: the order of the style layers is decided by what comes first.
import '#ui/styles/styles.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberAgent } from '#storage/remembered-agent.ts'
import { type AccountServer, startAccountServer } from '#tests/support/account-server.ts'
import { openApp } from '#tests/support/whole-app.tsx'

const listing = {
  id: 7,
  listing_price: 250_000,
  description: 'Light and quiet',
  status: 'For Sale',
  created_at: '2026-11-01T09:00:00Z',
  property: { id: 5, address: '1 High Street', city: 'Sacramento', state: 'CA', zip_code: '95814' },
  images: [],
}

/** A server with the specified calls only: three lists below each listing. */
async function anOffice(): Promise<AccountServer> {
  const server = startAccountServer()
  const maya = server.addAccount({ username: 'maya' })
  server.signedIn = maya
  await rememberAgent(maya)
  server.answers.set('GET listings/', { status: 200, body: [listing] })
  const showing = {
    id: 1,
    showing_date: '2027-01-04',
    start_time: '10:00',
    end_time: '10:30',
    client_email: 'jo@x.org',
  }
  server.answers.set('GET listings/7/showings/', { status: 200, body: [showing] })
  server.answers.set('GET listings/7/open-houses/', { status: 200, body: { results: [] } })
  server.answers.set('GET listings/7/open-house-visits/', { status: 200, body: [] })
  return server
}

const calls = (server: AccountServer) => server.arrivals.map(({ call }) => call)

test('on a plain server a listing’s showings and open houses are fetched when it is opened', async () => {
  const server = await anOffice()
  const app = await openApp('/my-listings')
  await expect.element(page.getByRole('article', { name: '1 High Street' })).toBeVisible()
  expect(calls(server)).not.toContain('GET listings/7/showings/')
  app.go('/listings/7')
  await expect.element(page.getByText('jo@x.org')).toBeVisible()
  await expect.element(page.getByText('No open houses found for this listing.')).toBeVisible()
  expect(calls(server).filter((call) => call === 'GET listings/7/showings/')).toHaveLength(1)
})

test('an error of a plain server is told at its own list only', async () => {
  const server = await anOffice()
  server.answers.set('GET listings/7/open-houses/', { status: 500, body: { detail: 'Oops' } })
  await openApp('/listings/7')
  await expect.element(page.getByText('Failed to load open houses. Please try again.')).toBeVisible()
  await expect.element(page.getByText('jo@x.org')).toBeVisible()
  await expect.element(page.getByText('Failed to load showings. Please try again.')).not.toBeInTheDocument()
})
