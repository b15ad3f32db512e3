import { beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { useSession } from '#state/session.ts'
import { linkToListPosition } from '#ui/lists/list-positions.ts'
import {
  aListing,
  card,
  cards,
  eventually,
  heading,
  knownListingRow,
  open,
  sitAtADesk,
} from '#tests/support/listing-screens.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { aTour } from '#tests/support/tour-screens.ts'
import { type Agent, anAgentAtWork } from '#tests/support/workspace-screens.tsx'

beforeEach(sitAtADesk)

/** Clicks without scrolling the tab into view, as a test's pointer would. */
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

/** Scrolls to a card in the middle of a filtered, sorted list; returns the scroll position. */
async function findTheFortieth(): Promise<number> {
  await eventually(() => cards().length).toBe(60)
  card('40 Long St').element().scrollIntoView({ block: 'center' })
  // The router receives the event in the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(window.scrollY).toBeGreaterThan(1000)
  return window.scrollY
}

test('a list keeps its search and scroll position while the agent is elsewhere', async () => {
  const view = await open(await anAgentWithListings(60), '/my-listings?q=long&sort=oldest')
  const place = await findTheFortieth()
  pressTab('Clients')
  await expect.element(heading('Clients')).toBeVisible()
  expect(window.scrollY).toBe(0)

  pressTab('My Listings')
  await eventually(() => window.scrollY).toBe(place)
  expect(view.address()).toBe('/my-listings?q=long&sort=oldest')

  await card('40 Long St')
    .getByRole('link', { name: /^View Details/ })
    .click()
  await expect.element(heading('40 Long St')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Listings' }).click()
  await eventually(() => window.scrollY).toBe(place)
  expect(view.address()).toBe('/my-listings?q=long&sort=oldest')
})

test('the tab of the current page scrolls to the top, and pressed there, shows the whole list again', async () => {
  const view = await open(await anAgentWithListings(60), '/my-listings?q=long&sort=oldest')
  await findTheFortieth()
  pressTab('My Listings')
  await eventually(() => window.scrollY).toBe(0)
  expect(view.address()).toBe('/my-listings?q=long&sort=oldest')
  pressTab('My Listings')
  await eventually(view.address).toBe('/my-listings')
})

test('another search of the same list starts at the top', async () => {
  const view = await open(await anAgentWithListings(60), '/my-listings')
  await findTheFortieth()
  view.go('/my-listings?sort=cheapest')
  await eventually(() => window.scrollY).toBe(0)
})

test('the next agent does not start where the previous one was', async () => {
  const view = await open(await anAgentWithListings(1), '/my-listings?q=long')
  await eventually(() => linkToListPosition('/my-listings').search).toEqual({ q: 'long' })
  pressTab('Dashboard')
  await eventually(view.address).toBe('/dashboard')
  useSession.setState({ ...useSession.getInitialState(), status: 'signed-out' })
  await eventually(() => linkToListPosition('/my-listings')).toEqual({ to: '/my-listings' })
})

function pressOn(words: Locator): void {
  const { left, top, width, height } = words.element().getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2) as HTMLElement
  hit.click()
}

test('the whole card opens its record, is one tab stop, and does not affect its other buttons', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { first_name: 'Ada', last_name: 'Lane', category: 'Seller' })
  await aListing(agent.device, 1)
  await aTour(agent.device, 9)
  const view = await open(agent, '/my-listings')
  const doors = [
    { list: '/my-listings', name: '5709 River Oak Way', words: 'Carmichael, CA 95608', record: '/listings/1' },
    { list: '/clients', name: 'Ada Lane', words: 'Seller', record: '/clients/7' },
    { list: '/tours', name: 'Tour #9', words: 'Scheduled', record: '/tours/9' },
  ]
  for (const { list, name, words, record } of doors) {
    view.go(list)
    await expect.element(card(name)).toBeVisible()
    const leading = [...card(name).element().querySelectorAll('a')].filter(({ pathname }) => pathname === record)
    expect(leading.filter(({ search }) => search === '')).toHaveLength(1)

    const remove = card(name).getByRole('button', { name: `Delete ${name}` })
    await expect.element(remove).toHaveAttribute('title', `Delete ${name}`)
    await remove.click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(view.address()).toBe(list)

    pressOn(card(name).getByText(words))
    await eventually(view.address).toBe(record)
  }
})

test('the figures of the Dashboard link to the lists that they count', async () => {
  const agent = await anAgentAtWork()
  const view = await open(agent, '/dashboard')
  const lists = {
    'Active Listings': '/my-listings?status=Active',
    'Total Clients': '/clients',
    'Upcoming Tours': '/tours',
  }
  for (const [title, list] of Object.entries(lists)) {
    view.go('/dashboard')
    const figure = page.getByRole('region', { name: title })
    await expect.element(figure).toHaveTextContent('0')
    pressOn(figure.getByText('0'))
    await eventually(view.address).toBe(list)
  }
})
