// First, as in the app: the order of the style layers is decided by what comes first.
import '#ui/styles/styles.css'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useSession } from '#state/session.ts'
import { keptPlace } from '#ui/kept-places.ts'
import { card, cards, eventually, heading, knownListingRow, open, sitAtADesk } from '#tests/support/listing-screens.ts'
import { type Agent, anAgentAtWork } from '#tests/support/workspace-screens.tsx'

beforeEach(sitAtADesk)

/** Without the scrolling into sight that a test's pointer does first. */
function pressTab(name: string): void {
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  ;(tab.element() as HTMLElement).click()
}

async function anAgentWithListings(count: number): Promise<Agent> {
  const agent = await anAgentAtWork()
  const rows = Array.from({ length: count }, (_, index) =>
    knownListingRow(index + 1, { property: { address: `${index + 1} Long St` } }),
  )
  await agent.device.database.listings.bulkPut(rows)
  return agent
}

/** Scrolls to a card in the middle of a filtered, sorted list, and says how far that is. */
async function findTheFortieth(): Promise<number> {
  await eventually(() => cards().length).toBe(60)
  card('40 Long St').element().scrollIntoView({ block: 'center' })
  // The router hears of it with the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(window.scrollY).toBeGreaterThan(1000)
  return window.scrollY
}

test('a list keeps its search and its place while the agent is elsewhere', async () => {
  const view = await open(await anAgentWithListings(60), '/my-listings?q=long&sort=oldest')
  const place = await findTheFortieth()
  pressTab('Clients')
  await expect.element(heading('Clients')).toBeVisible()
  expect(window.scrollY).toBe(0)

  pressTab('My Listings')
  await eventually(() => window.scrollY).toBe(place)
  expect(view.address()).toBe('/my-listings?q=long&sort=oldest')

  // From a record back by its own link, and from there by the tab.
  await card('40 Long St')
    .getByRole('link', { name: /^View Details/ })
    .click()
  await expect.element(heading('40 Long St')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Listings' }).click()
  await eventually(() => window.scrollY).toBe(place)
  expect(view.address()).toBe('/my-listings?q=long&sort=oldest')
})

test('the tab of the page one is on scrolls to the top, and from there shows the whole list again', async () => {
  const view = await open(await anAgentWithListings(60), '/my-listings?q=long&sort=oldest')
  await findTheFortieth()
  pressTab('My Listings')
  await eventually(() => window.scrollY).toBe(0)
  expect(view.address()).toBe('/my-listings?q=long&sort=oldest')
  pressTab('My Listings')
  await eventually(view.address).toBe('/my-listings')
})

test('another search of the same list begins at its top', async () => {
  const view = await open(await anAgentWithListings(60), '/my-listings')
  await findTheFortieth()
  view.go('/my-listings?sort=cheapest')
  await eventually(() => window.scrollY).toBe(0)
})

test('whoever signs in next finds no place of the agent before', async () => {
  const view = await open(await anAgentWithListings(1), '/my-listings?q=long')
  await eventually(() => keptPlace('/my-listings').search).toEqual({ q: 'long' })
  pressTab('Dashboard')
  await eventually(view.address).toBe('/dashboard')
  useSession.setState({ ...useSession.getInitialState(), status: 'signed-out' })
  await eventually(() => keptPlace('/my-listings')).toEqual({ to: '/my-listings' })
})
