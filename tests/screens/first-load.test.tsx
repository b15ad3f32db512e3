import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { feedPlaceMetadataKey } from '#core/sync/metadata-keys.ts'
import { useConnection } from '#state/connection.ts'
import { areaFailed, areas, useSession } from '#state/session.ts'
import { untilQueriesEnd } from '#storage/reading/live-query.ts'
import { longTest, testEach } from '#tests/support/long-test.ts'
import { anAgentAtWork, anAgentOnANewDevice, openScreens } from '#tests/support/workspace-screens.tsx'

/** Screens that show neither a failure nor an empty state before the first load: address, failure, empty state. */
const places = [
  ['/clients', 'Failed to load clients', /No clients found/],
  ['/listings/86', 'Failed to load listing details. Please try again.', /Listing not found|deleted/],
  ['/tours/new', 'Failed to load available listings.', /No listings are for sale/],
  ['/clients/86', 'Failed to load client. Please try again.', /Client not found|deleted/],
  ['/clients/edit/86', 'Failed to load client. Please try again.', /Client not found|deleted/],
  ['/my-listings', 'Failed to load listings.', /No listings found/],
  ['/listings/edit/86', 'Failed to load listing. Please try again.', /Listing not found|deleted/],
  ['/listings/86/dashboard', 'Failed to load dashboard data', /Listing not found|deleted/],
  ['/listings/new', 'Failed to load properties.', /No properties yet/],
  ['/listings/create/86', 'Failed to load properties.', /Property not found/],
  ['/tours', 'Failed to load tours. Please try again.', /No tours found|Create Your First Tour/],
  ['/tours/86', 'Failed to load tour details. Please try again.', /Tour not found|deleted/],
  ['/today', 'Failed to load events.', /Nothing is planned/],
] as const

beforeEach(() => page.viewport(1280, 800))

testEach(places, { atGate: 3 })('%s: during the first load, nothing is called missing', async (address, _, nothing) => {
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state: 'sending' })
  await openScreens(agent, address)
  await untilQueriesEnd()
  expect(document.body.textContent).not.toMatch(nothing)
  expect(page.getByRole('alert').elements()).toEqual([])
  useConnection.setState({ state: 'idle', lastReachedAt: Date.now() })
  await agent.device.database.facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1' } })
  await expect.element(page.getByText(nothing).first()).toBeVisible()
})

longTest.each(places)('%s: an empty state stays while the device syncs', async (address, _, nothing) => {
  const agent = await anAgentAtWork()
  await openScreens(agent, address)
  await expect.element(page.getByText(nothing).first()).toBeVisible()
  let isSaid = true
  const watch = new MutationObserver(() => (isSaid &&= nothing.test(document.body.textContent)))
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  for (const state of ['sending', 'idle', 'offline'] as const) {
    useConnection.setState({ state })
    await untilQueriesEnd()
  }
  watch.disconnect()
  expect(isSaid).toBe(true)
})

longTest('during the first load the Dashboard shows only parts that will stay', async () => {
  const agent = await anAgentOnANewDevice()
  useSession.setState(({ user }) => ({
    user: user && { ...user, first_name: 'Maya', phone_number: '(503) 555-0100' },
  }))
  useConnection.setState({ state: 'sending' })
  await openScreens(agent, '/dashboard')
  await expect.element(page.getByRole('region', { name: 'Total Clients' })).toHaveTextContent('–')
  expect(page.getByText('No dashboard data available').elements()).toEqual([])
  expect(page.getByRole('region', { name: 'First steps' }).elements()).toEqual([])
})

testEach(places, { atGate: 3 })(
  '%s: a failed first load says so, can be tried again, and says nothing else',
  async (address, failure, nothing) => {
    const agent = await anAgentOnANewDevice()
    let tries = 0
    useConnection.setState({ state: 'idle', lastReachedAt: Date.now(), syncNow: () => void (tries += 1) })
    for (const area of areas) areaFailed(area, 'Server Error')
    await openScreens(agent, address)
    await expect.element(page.getByRole('alert')).toHaveTextContent(failure)
    expect(document.body.textContent).not.toMatch(nothing)
    expect(document.body.textContent).not.toMatch(/0 (clients|listings|tours|properties)/)
    await page.getByRole('button', { name: 'Try Again' }).click()
    expect(tries).toBe(1)
  },
)

testEach(places, { atGate: 3 })(
  '%s: offline the first load is still to come, which is no failure',
  async (address, _, nothing) => {
    const agent = await anAgentOnANewDevice()
    useConnection.setState({ state: 'offline', lastReachedAt: null })
    await openScreens(agent, address)
    await expect.element(page.getByText('Not on this device yet')).toBeVisible()
    expect(document.body.textContent).not.toMatch(nothing)
    expect(page.getByRole('alert').elements()).toEqual([])
  },
)

longTest.each(
  (['server-error', 'paused'] as const).flatMap((state) =>
    (['/clients', '/clients/86', '/listings/86', '/tours/86'] as const).map((address) => [state, address] as const),
  ),
)('%s at %s: an error answer before the first load counts as reaching the server', async (state, address) => {
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state, nextAttemptAt: Date.now() + 60_000 })
  await openScreens(agent, address)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load')
  expect(page.getByText('Not on this device yet').elements()).toEqual([])
})

test.each([
  ['/listings/new', /No properties yet/],
  ['/tours/new', /No listings are for sale/],
])('%s: on a plain server, an error of another list does not affect an empty list', async (address, nothing) => {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'idle', serverKind: 'plain', lastReachedAt: Date.now() })
  areaFailed('listings', 'Server Error')
  await openScreens(agent, address)
  await expect.element(page.getByText(nothing).first()).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('a kind that a plain server lacks counts as loaded, also after an error of other lists', async () => {
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state: 'idle', serverKind: 'plain', lastReachedAt: Date.now() })
  areaFailed('listings', 'Server Error')
  await openScreens(agent, '/door-cards/86')
  await expect.element(page.getByText('This device has no such door card')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

longTest.each([390, 1280])('at %i px the day on the Dashboard says that a server error prevented it', async (width) => {
  await page.viewport(width, 800)
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state: 'server-error' })
  await openScreens(agent, '/dashboard')
  await expect.element(page.getByText('Failed to load events.')).toBeVisible()
})

longTest('the day on a phone’s Dashboard is not called empty before it is loaded', async () => {
  await page.viewport(390, 800)
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state: 'idle', lastReachedAt: Date.now() })
  for (const area of areas) areaFailed(area, 'Server Error')
  await openScreens(agent, '/dashboard')
  await expect.element(page.getByText('Failed to load events.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/Nothing is planned/)
})
