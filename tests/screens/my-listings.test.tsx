import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useConnection } from '#state/connection.ts'
import { showListingsAsTable } from '#state/preferences.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { saved, today, tomorrow } from '#tests/support/saved-rows.ts'
import { aListing, card, cards, eventually, knownListingRow, open, sitAtADesk } from '#tests/support/listing-screens.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgentAtWork, anAgentOnANewDevice } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(sitAtADesk)

longTest('a load answered with an error says so, but only without data on the device', async () => {
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state: 'idle', lastReachedAt: Date.now() })
  await open(agent, '/my-listings')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load listings.')
  await aListing(agent.device, 1)
  await expect.element(card('5709 River Oak Way')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

longTest('a card shows price, address, place, facts and status, and its buttons name the address', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { status: 'Withdrawn', property: { bathrooms: null } })
  await open(agent, '/my-listings')
  const shown = card('5709 River Oak Way')
  for (const text of ['$582,000', 'Carmichael, CA 95608', '4 bd', '– ba', '2,222 ft²', 'Unknown']) {
    await expect.element(shown).toHaveTextContent(text)
  }
  const links = { 'View Details of': '/listings/7', 'Dashboard of': '/listings/7/dashboard', Edit: '/listings/edit/7' }
  for (const [word, address] of Object.entries(links)) {
    const link = shown.getByRole('link', { name: `${word} 5709 River Oak Way` })
    await expect.element(link).toHaveAttribute('href', address)
  }
  await expect.element(shown.getByRole('button', { name: 'Delete 5709 River Oak Way' })).toBeVisible()
  await expect.element(shown).not.toHaveTextContent('Waiting')
})

longTest('listings are sorted by date and by price, either way', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 1, { listing_price: 300_000, property: { address: '1 First St' } })
  await aListing(agent.device, 2, { listing_price: 100_000, property: { address: '2 Second St' } })
  await aListing(agent.device, 3, { listing_price: 200_000, property: { address: '3 Third St' } })
  const view = await open(agent, '/my-listings')
  await eventually(cards).toEqual(['3 Third St', '2 Second St', '1 First St'])

  await page.getByRole('button', { name: /^Date/ }).click()
  await eventually(cards).toEqual(['1 First St', '2 Second St', '3 Third St'])
  await page.getByRole('button', { name: /^Price/ }).click()
  await eventually(cards).toEqual(['2 Second St', '3 Third St', '1 First St'])
  await page.getByRole('button', { name: /^Price/ }).click()
  await eventually(cards).toEqual(['1 First St', '3 Third St', '2 Second St'])
  expect(view.address()).toBe('/my-listings?sort=dearest')
})

test('a search finds any part of address, place or description, and is in the page’s address', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 1, {
    property: { address: '1 First St', city: 'Folsom' },
    description: 'Near the lake.',
  })
  await aListing(agent.device, 2, {
    property: { address: '2 Second St', city: 'Elverta' },
    description: 'A LAKE view.',
  })
  await aListing(agent.device, 3, { property: { address: '3 Third St', zip_code: '95630' }, description: 'Quiet.' })
  const view = await open(agent, '/my-listings')
  const search = page.getByPlaceholder('Search listings...')

  await search.fill('lake')
  await eventually(cards).toEqual(['2 Second St', '1 First St'])
  await expect.element(page.getByText('2 listings found')).toBeVisible()
  expect(view.address()).toBe('/my-listings?q=lake')

  await search.fill('95630')
  await eventually(cards).toEqual(['3 Third St'])
  await search.fill('maple')
  await expect.element(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
  await expect.element(page.getByText('No match for “maple”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await eventually(cards).toHaveLength(3)
  await expect.element(search).toHaveValue('')
})

longTest('the list is filtered by status together with a search, and both are in the address', async () => {
  const agent = await anAgentAtWork()
  for (const [index, status] of (['For Sale', 'Pending', 'Sold', 'Withdrawn'] as const).entries()) {
    await aListing(agent.device, index + 1, { status, property: { address: `${index + 1} ${status} St` } })
  }
  const view = await open(agent, '/my-listings')
  await eventually(cards).toHaveLength(4)
  const filter = (name: string) =>
    page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true })
  await filter('Sold').click()
  await eventually(cards).toEqual(['3 Sold St'])
  await expect.element(page.getByText('1 listing found')).toBeVisible()
  expect(view.address()).toBe('/my-listings?status=Sold')
  await filter('Active').click()
  await eventually(cards).toEqual(['2 Pending St', '1 For Sale St'])
  await page.getByPlaceholder('Search listings...').fill('carmichael pending')
  await eventually(cards).toEqual(['2 Pending St'])
  expect(view.address()).toBe('/my-listings?q=carmichael+pending&status=Active')
  await filter('Sold').click()
  await expect.element(page.getByText('No match for Sold, “carmichael pending”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await eventually(cards).toHaveLength(4)
  await agent.device.database.listings.update('1', { status: 'Sold' })
  await filter('Sold').click()
  await eventually(cards).toEqual(['3 Sold St', '1 For Sale St'])
})

longTest('sixty cards are shown, sixty more on request, and the count is shown', async () => {
  const agent = await anAgentAtWork()
  const rows = Array.from({ length: 130 }, (_, index) =>
    knownListingRow(index + 1, { property: { address: `${index + 1} Long St` } }),
  )
  await agent.device.database.listings.bulkPut(rows)
  const view = await open(agent, '/my-listings')
  await eventually(cards).toHaveLength(60)
  await expect.element(page.getByRole('status').filter({ hasText: '60 of 130 listings shown' })).toBeInTheDocument()

  const more = page.getByRole('button', { name: 'Show more' }).element() as HTMLElement
  more.focus({ preventScroll: true })
  more.click()
  await eventually(cards).toHaveLength(120)
  expect(view.address()).toBe('/my-listings?shown=120')
  more.blur()
  more.scrollIntoView()
  await eventually(cards).toHaveLength(130)
  await expect.element(page.getByText('130 listings', { exact: true })).toBeInTheDocument()
})

longTest('on a wide screen the listings can be a table, with the same links', async () => {
  onTestFinished(() => showListingsAsTable(false))
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { status: 'Pending' })
  await saved(agent.device, 'showing', 1, { listing_key: '7', showing_date: '2999-01-02', start_time: '09:30:00' })
  await saved(agent.device, 'showing', 2, { listing_key: '7', showing_date: '2999-01-01', start_time: '10:45:00' })
  await saved(agent.device, 'showing', 3, {
    listing_key: '7',
    showing_date: today,
    start_time: '00:00:00',
    end_time: '00:00:00',
  })
  await saved(agent.device, 'showing', 4, { listing_key: '7', showing_date: tomorrow, status: 'Cancelled' })
  const view = await open(agent, '/my-listings')
  await expect.element(card('5709 River Oak Way')).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
  const row = page.getByRole('row', { name: /5709 River Oak Way/ })
  for (const words of [
    'Carmichael, CA 95608',
    '$582,000',
    'Pending',
    '4 bd · 2 ba · 2,222 ft²',
    'Jan 1, 2999, 10:45 AM',
  ]) {
    await expect.element(row).toHaveTextContent(words)
  }
  await expect
    .element(row.getByRole('link', { name: 'Edit 5709 River Oak Way' }))
    .toHaveAttribute('href', '/listings/edit/7')
  await expect.element(row.getByRole('button', { name: 'Delete 5709 River Oak Way' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await page.viewport(1000, 900)
  await expect.element(card('5709 River Oak Way')).toBeVisible()
  await page.viewport(1280, 900)
  await row.getByText('$582,000').click({ force: true })
  await expect.poll(view.address).toBe('/listings/7')
})

longTest('the headings of the table sort by price and by listing date, and say so', async () => {
  onTestFinished(() => showListingsAsTable(false))
  showListingsAsTable(true)
  const agent = await anAgentAtWork()
  const day = (number: number) => `2026-10-0${number}T10:00:00Z`
  await aListing(agent.device, 7, { listing_price: 300_000, created_at: day(1) })
  await aListing(agent.device, 8, { listing_price: 200_000, created_at: day(2) })
  await aListing(agent.device, 9, { listing_price: 100_000, created_at: day(3) })
  await page.viewport(1280, 900)
  const view = await open(agent, '/my-listings')
  const head = (name: string) => page.getByRole('columnheader', { name })
  const prices = () => texts(page.getByRole('cell', { name: /^\$/ }))
  await expect.poll(prices).toEqual(['$100,000', '$200,000', '$300,000'])
  await expect.element(head('Listed')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'none')

  await head('Listed').getByRole('button').click()
  await expect.poll(prices).toEqual(['$300,000', '$200,000', '$100,000'])
  await expect.element(head('Listed')).toHaveAttribute('aria-sort', 'ascending')
  await head('Price').getByRole('button').click()
  await expect.poll(prices).toEqual(['$100,000', '$200,000', '$300,000'])
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'ascending')
  expect(view.address()).toContain('sort=cheapest')
  expect(await axeFindings()).toEqual([])
})
