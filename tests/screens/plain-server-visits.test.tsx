import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type AccountServer, startAccountServer } from '#tests/support/account-server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { mayaAtWork, openApp } from '#tests/support/whole-app.tsx'

const listing = {
  id: 7,
  listing_price: 250_000,
  description: 'Light and quiet',
  status: 'For Sale',
  created_at: '2026-11-01T09:00:00Z',
  property: { id: 5, address: '1 High Street', city: 'Sacramento', state: 'CA', zip_code: '95814' },
  images: [],
}

/** A server with the specified calls only, with three lists for each listing. */
async function anOffice(): Promise<AccountServer> {
  const server = startAccountServer()
  await mayaAtWork(server)
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

longTest('on a plain server a listing’s showings and open houses are fetched when it is opened', async () => {
  const server = await anOffice()
  const app = await openApp('/my-listings')
  await expect.element(page.getByRole('article', { name: '1 High Street' })).toBeVisible()
  expect(calls(server)).not.toContain('GET listings/7/showings/')
  app.go('/listings/7')
  await expect.element(page.getByText('jo@x.org')).toBeVisible()
  await expect.element(page.getByText('No open houses found for this listing.')).toBeVisible()
  expect(calls(server).filter((call) => call === 'GET listings/7/showings/')).toHaveLength(1)
})

longTest('an error of a plain server is shown at its own list only', async () => {
  const server = await anOffice()
  server.answers.set('GET listings/7/open-houses/', { status: 500, body: { detail: 'Oops' } })
  await openApp('/listings/7')
  await expect.element(page.getByText('Failed to load open houses. Please try again.')).toBeVisible()
  await expect.element(page.getByText('jo@x.org')).toBeVisible()
  await expect.element(page.getByText('Failed to load showings. Please try again.')).not.toBeInTheDocument()
})

test('the listings for a tour are those that a plain server offers on its date', async () => {
  const server = await anOffice()
  server.answers.set('GET listings/', { status: 200, body: [] })
  const home = (id: number) => ({ id, property: { address: `${id} Oak Way`, city: 'Salem', state: 'OR' } })
  server.answers.set('GET listings/available/', (_, __, search) => ({
    status: 200,
    body: search.includes('tour_date=2027-01-04') ? [home(22), home(23)] : [home(21), home(22)],
  }))
  await openApp('/tours/new')
  const offered = page.getByRole('button', { name: /^Add \d/ })
  const names = () => offered.elements().map((button) => button.textContent.replace(/^Add /, ''))
  await expect.poll(names).toEqual([expect.stringMatching(/^21 Oak/), expect.stringMatching(/^22 Oak/)])
  await page.getByLabelText('Tour Date').fill('2027-01-04')
  await expect.poll(names).toEqual([expect.stringMatching(/^22 Oak/), expect.stringMatching(/^23 Oak/)])
})

longTest('missing data of other listings on a plain server is no failure of the agent’s own lists', async () => {
  const server = await anOffice()
  server.answers.set('GET listings/', { status: 200, body: [] })
  server.answers.set('GET listings/available/', { status: 500, body: { detail: 'Oops' } })
  const app = await openApp('/tours/new')
  await expect.element(page.getByText('Failed to load available listings.')).toBeVisible()
  app.go('/my-listings')
  await expect.element(page.getByText('No listings found')).toBeVisible()
  app.go('/today')
  await expect.element(page.getByText('Nothing is planned today.')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('if a plain server cannot send appointments, no day is called empty', async () => {
  const server = await anOffice()
  server.answers.set('GET listings/7/showings/', { status: 200, body: [] })
  server.answers.set('GET scheduling/appointments/', { status: 500, body: { detail: 'Oops' } })
  const app = await openApp('/dashboard')
  await expect.element(page.getByText('Failed to load events.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/Nothing is planned/)
  app.go('/today')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect.element(page.getByText('Failed to load events.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/Nothing is planned/)
})

longTest('Intelligent Mode shows the times and order in which a plain server would plan the tour', async () => {
  const server = await anOffice()
  server.answers.set('GET listings/', { status: 200, body: [] })
  const home = (id: number) => ({ id, property: { address: `${id} Oak Way`, city: 'Salem', state: 'OR' } })
  server.answers.set('GET listings/available/', { status: 200, body: [home(21), home(22)] })
  const slots = [1, 2, 3, 4].map((hour) => ({ start_time: `0${hour}:00:00`, end_time: `0${hour}:45:00` }))
  const availability = { slot_count: 4, longest_slot: 45, available_slots: slots }
  server.answers.set('POST tours/tours/availability-preview/', { status: 200, body: availability })
  const optimized_order = [22, 21].map((listing_id) => ({ listing_id, address: `${listing_id} Oak Way` }))
  const route = { total_distance_km: 16.1, efficiency_score: 81, optimized_order, error: null }
  server.answers.set('POST tours/tours/route-optimization-preview/', { status: 200, body: route })
  await openApp('/tours/new')
  await page.getByRole('button', { name: /^Add 21/ }).click()
  await page.getByRole('button', { name: /^Add 22/ }).click()
  await expect.element(page.getByText('10.0 mi (16.1 km) · 81% efficient')).toBeVisible()
  await expect.element(page.getByText('1:00 AM – 1:45 AM')).toBeVisible()
  await expect.element(page.getByText('+1 more')).toBeVisible()
  const asked = server.arrivals.find(({ call }) => call === 'POST tours/tours/route-optimization-preview/')
  expect(asked?.body).toMatchObject({ preferences: { min_duration_per_property: 30 } })
  server.answers.set('POST tours/tours/route-optimization-preview/', { status: 500, body: { detail: 'Oops' } })
  await page.getByLabelText('Minimum Minutes per Property').fill('20')
  await expect.element(page.getByText('Failed to load intelligent previews.')).toBeVisible()
})

longTest(
  'actions that a plain server does not support are not offered, or say that they stay on the device',
  async () => {
    const server = await anOffice()
    const app = await openApp('/listings/new')
    await expect.element(page.getByText('Your office’s server has none to list yet.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
    app.go('/listings/7')
    await expect.element(page.getByText('jo@x.org')).toBeVisible()
    await page.getByRole('button', { name: /^Edit showing/ }).click()
    await expect
      .element(page.getByText(/cannot change showings\. What you change stays on this device\./))
      .toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Delete showing/ }).click()
    await expect.element(page.getByText('Showing Hidden')).toBeVisible()
    await expect.element(page.getByText(/cannot delete showings/)).toBeVisible()
    app.go('/outbox')
    await expect.element(page.getByText(/This one is hidden on this device only/).first()).toBeVisible()
    expect(calls(server).filter((call) => !call.startsWith('GET') && call.includes('showings'))).toEqual([])
  },
)
