// Imported first, as in the app, because the first import sets the order of the style layers.
import '#ui/styles/styles.css'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { useConnection } from '#state/connection.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import {
  aListing,
  aProperty,
  card,
  cards,
  eventually,
  heading,
  open,
  operations,
  riverOak,
  sitAtADesk,
} from '#tests/support/listing-screens.ts'
import { longTest } from '#tests/support/long-test.ts'
import { type Agent, anAgentAtWork } from '#tests/support/workspace-screens.tsx'

const listed_by = {
  name: 'Dana Wu',
  phone: '916-555-0163',
  email: 'dana@cascade.example',
  brokerage: 'Cascade Realty',
  mls_number: '224001',
  link: 'https://www.zillow.com/homedetails/12-Elm-St',
}
const place = { latitude: 38.55, longitude: -121.74, location_source: 'agent' as const }
const home = { id: 902, address: '12 Elm St', city: 'Davis', zip_code: '95616', ...place }
const button = (name: string | RegExp) => page.getByRole('button', { name })
const link = (name: string) => page.getByRole('link', { name })
const broker = page.getByRole('region', { name: 'Listed by' })
const shown = ({ device }: Agent) => device.database.listings.get('8')

beforeEach(sitAtADesk)

async function anAgent(wishes: Partial<ListingRow> = {}): Promise<Agent> {
  const agent = await anAgentAtWork()
  const { device } = agent
  await aProperty(device)
  await aProperty(device, { ...home, is_private: true })
  await aListing(device, 7)
  const unknown = { listing_price: 0, description: '', property_key: '902' }
  await aListing(device, 8, { ...unknown, listed_by, ...wishes, property: { ...riverOak, ...home, is_private: true } })
  return agent
}

longTest(
  'My Listings shows the agent’s own, and Homes I show those of others, each with count and search',
  async () => {
    const agent = await anAgent()
    const screens = await open(agent, '/my-listings')
    await eventually(cards).toEqual(['5709 River Oak Way'])
    await expect.element(page.getByText('1 listing', { exact: true })).toBeVisible()
    await button('Homes I show').click()
    await eventually(cards).toEqual(['12 Elm St'])
    await expect.element(page.getByText('1 home', { exact: true })).toBeVisible()
    await expect.element(button('Add a home')).toBeVisible()
    await expect.element(card('12 Elm St')).toHaveTextContent(/Price unknown.*Listed by Dana Wu, Cascade Realty/)
    expect(screens.address()).toContain('status=')
    await page.getByLabelText('Search listings').fill('cascade')
    await expect.element(page.getByText('1 home found')).toBeVisible()
    await button('All').click()
    await expect.element(page.getByText('No listings found')).toBeVisible()
    await page.getByLabelText('Search listings').fill('river')
    await eventually(cards).toEqual(['5709 River Oak Way'])
  },
)

test('Homes I show says what appears there while it is empty', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  await aListing(agent.device, 7)
  await open(agent, '/my-listings?status=Homes I show')
  await expect.element(page.getByText('Homes of other brokers that you tour or show appear here.')).toBeVisible()
})

longTest('the Dashboard does not count homes to show, and only listings have a seller report', async () => {
  const agent = await anAgent()
  const screens = await open(agent, '/dashboard')
  await expect.element(page.getByRole('region', { name: 'Active Listings' })).toHaveTextContent(/Active Listings1/)
  screens.go('/listings/8/dashboard')
  await expect.element(page.getByText('Listing not found.')).toBeVisible()
})

longTest('the page of a home to show has its listing agent and contacts, and no open house or report', async () => {
  const agent = await anAgent()
  await open(agent, '/listings/8')
  await expect.element(heading('12 Elm St')).toBeVisible()
  await expect.element(broker).toHaveTextContent(/Dana Wu.*Cascade Realty.*MLS 224001/)
  await expect.element(link('Call Dana Wu, listing agent')).toHaveAttribute('href', 'tel:9165550163')
  await expect.element(link('Text Dana Wu, listing agent')).toBeVisible()
  await expect.element(link('Email Dana Wu, listing agent')).toHaveAttribute('href', 'mailto:dana@cascade.example')
  await expect.element(link('zillow.com')).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(page.getByText('Price unknown')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Showings' })).toBeVisible()
  for (const absent of ['Open Houses', 'Realtor Information', 'Description'])
    await expect.element(page.getByRole('heading', { name: absent })).not.toBeInTheDocument()
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
})

longTest('the listing agent of a home is changed offline, and the change is undone', async () => {
  const agent = await anAgent()
  await open(agent, '/listings/8')
  await button('Edit listing agent of 12 Elm St').click()
  const form = page.getByRole('form', { name: 'Listed by' })
  await form.getByLabelText('Phone').fill('916-555-0199')
  await form.getByLabelText('Link').fill('javascript:alert(1)')
  await button('Save').click()
  await expect.element(form).toHaveTextContent('Enter a link that begins with https:// or http://.')
  await form.getByLabelText('Link').fill('')
  await button('Save').click()
  await eventually(async () => (await shown(agent))?.listed_by).toEqual({
    ...listed_by,
    phone: '916-555-0199',
    link: '',
  })
  await button('Undo').click()
  await eventually(async () => (await shown(agent))?.listed_by).toEqual(listed_by)
  await expect.element(broker).toHaveTextContent(/zillow\.com/)
})

longTest('with price and description, one press makes a home the agent’s listing, and Undo reverts it', async () => {
  const agent = await anAgent({ listing_price: 400_000, description: 'Light' })
  await open(agent, '/listings/8')
  await button('Make it my listing').click()
  await expect.element(page.getByRole('heading', { name: 'Open Houses' })).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([
    { entity: 'listing', kind: 'update', changes: { listed_by: null } },
  ])
  await button('Undo').click()
  await expect.element(broker).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

longTest('without them, the form says what is missing; saving it creates and shows the listing', async () => {
  const agent = await anAgent()
  const screens = await open(agent, '/listings/8')
  await link('Make it my listing').click()
  await expect.element(heading('Make It My Listing')).toBeVisible()
  await expect.element(page.getByText(/To make this your listing, fill in: Listing Price, Description\./)).toBeVisible()
  await page.getByLabelText('Listing Price').fill('400000')
  await page.getByLabelText('Description').fill('Light')
  await button('Make it my listing').click()
  await eventually(async () => (await shown(agent))?.listed_by).toBeNull()
  expect(await shown(agent)).toMatchObject({ listing_price: 400_000, description: 'Light' })
  await expect.element(page.getByRole('heading', { name: 'Open Houses' })).toBeVisible()
  expect(screens.address()).toBe('/listings/8')
})

longTest('price and notes of a home to show are changed without making it the agent’s', async () => {
  const agent = await anAgent()
  await open(agent, '/listings/8')
  await link('Edit Price and Notes').click()
  await page.getByLabelText('Listing Price').fill('380000')
  await button('Update Listing').click()
  await eventually(async () => (await shown(agent))?.listing_price).toBe(380_000)
  expect(await shown(agent)).toMatchObject({ listed_by, description: '' })
})

longTest('a home is removed with its private property and door card, and all of it is restored', async () => {
  const agent = await anAgent()
  const { database } = agent.device
  await database.door_cards.put({ key: '5', id: 5, property_key: '902', gate_code: '4719' })
  await open(agent, '/listings/8')
  await button('Remove this home').click()
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Its door card will be deleted too.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Home Deleted')).toBeVisible()
  const left = () => Promise.all([database.listings.count(), database.properties.count(), database.door_cards.count()])
  expect(await left()).toEqual([1, 1, 0])
  await button('Undo').click()
  await eventually(left).toEqual([2, 2, 1])
})

longTest('on a plain server the page, the list and the Outbox say that the home stays on this device', async () => {
  const agent = await anAgent()
  const { device } = agent
  const screens = await open(agent, '/listings/8')
  await button('Edit listing agent of 12 Elm St').click()
  await device.database.facts.put({ name: serverKindMetadataKey, value: { kind: 'plain' } })
  useConnection.setState({ serverKind: 'plain' })
  const words = page.getByText(/does not keep homes that other brokers list\. They stay on this device\./)
  await expect.element(words).toBeVisible()
  screens.go('/my-listings?status=Homes I show')
  await expect.element(words).toBeVisible()
  const property = { opId: device.ids.uuid(), entity: 'property' as const, changes: { ...home, is_private: true } }
  const { key } = await createRecord(device.replica, device.clock, property)
  const references = { property: { entity: 'property' as const, key } }
  const changes = { listing_price: 0, description: '', status: 'For Sale', listed_by }
  const listing = { opId: device.ids.uuid(), entity: 'listing' as const, changes, references }
  await createRecord(device.replica, device.clock, { ...listing, shown: { property: home } })
  await expect.element(card('12 Elm St').last()).toHaveTextContent('On this device')
  screens.go('/outbox')
  const kept = page.getByRole('region', { name: /Stays on this device/ })
  await expect.element(kept).toHaveTextContent(/12 Elm St.*New home/)
  await expect.element(page.getByRole('region', { name: /Waiting/ })).not.toBeInTheDocument()
})

test('the catalog offers no private home, and marks a shared one that the agent only shows', async () => {
  const agent = await anAgent()
  await aProperty(agent.device, { id: 903, address: '30 Oak Way' })
  await aListing(agent.device, 9, { listed_by, property_key: '903', property: { ...riverOak, address: '30 Oak Way' } })
  await open(agent, '/listings/new')
  await expect.element(page.getByRole('row', { name: /30 Oak Way/ })).toHaveTextContent('Home I show')
  await expect.element(page.getByText('12 Elm St')).not.toBeInTheDocument()
})

longTest('an open house is at the agent’s own listing, a showing also at a home to show', async () => {
  const agent = await anAgent()
  await open(agent, '/dashboard')
  await button('New showing').click()
  await expect.element(page.getByRole('option', { name: '12 Elm St · home I show' })).toBeInTheDocument()
})
