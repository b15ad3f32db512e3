import { beforeEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { feedPlaceMetadataKey } from '#core/sync/metadata-keys.ts'
import { useConnection } from '#state/connection.ts'
import { useRecentActivity } from '#state/recent-activity-store.ts'
import { loadDraft } from '#storage/drafts/drafts.ts'
import { readFile } from '#storage/database/file-pieces.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import {
  aListing,
  aPhoto,
  aProperty,
  card,
  eventually,
  heading,
  open,
  operations,
  riverOak,
  sitAtADesk,
  fullAtTheNextPhoto,
} from '#tests/support/listing-screens.ts'
import { longTest } from '#tests/support/long-test.ts'
import { untilDatabasesAreIdle } from '#tests/support/until-databases-are-idle.ts'
import { type Agent, anAgentAtWork, openScreens, pressRightAfterTyping } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(sitAtADesk)

async function anAgentWithProperty(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  return agent
}

longTest('the catalog shows address, beds, baths and ft², and unknown figures as –', async () => {
  const agent = await anAgentWithProperty()
  await aProperty(agent.device, {
    id: 902,
    address: '17 Seraspi Ct',
    bedrooms: null,
    bathrooms: null,
    square_feet: null,
  })
  await open(agent, '/listings/new')
  await expect.element(heading('Create Listing')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Select a Property to Create Listing' })).toBeVisible()
  const headers = page.getByRole('columnheader')
  await eventually(() => texts(headers)).toEqual(['Address', 'Beds', 'Baths', 'ft²', 'Action'])
  const cells = (address: string) =>
    page
      .getByRole('row')
      .filter({ hasText: address })
      .getByRole('cell')
      .elements()
      .slice(1, 4)
      .map(({ textContent }) => textContent)
  expect(cells('5709 River Oak Way')).toEqual(['4', '2', '2,222'])
  expect(cells('17 Seraspi Ct')).toEqual(['–', '–', '–'])
})

longTest('the catalog is searched by all that its Address column shows, and Clear shows all of it again', async () => {
  const agent = await anAgentWithProperty()
  await aProperty(agent.device, { id: 902, address: '26 Jeanross Ct', city: 'Elverta', zip_code: '95626' })
  await open(agent, '/listings/new')
  await page.getByRole('searchbox').fill('river')
  await expect.element(page.getByText('1 property')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' })).toBeVisible()
  for (const words of ['elverta', '95626', '26 jeanross ct, elverta']) {
    await page.getByRole('searchbox').fill(words)
    await expect.element(page.getByRole('button', { name: 'Create listing for 26 Jeanross Ct' })).toBeVisible()
    await expect.element(page.getByText('1 property')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('2 properties')).toBeVisible()
})

longTest('a row pressed right after typing opens, and the search does not return to the list', async () => {
  const agent = await anAgentWithProperty()
  const view = await openScreens(agent, '/listings/new')
  const create = page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' })
  await pressRightAfterTyping('river', create, '/listings/create/$propertyId')
  await expect.element(page.getByLabelText('Description')).toBeVisible()
  expect(view.address()).toBe('/listings/create/901')
})

test('search results do not move a row away from under a press', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device, { id: 902, address: '26 Jeanross Ct' })
  await aProperty(agent.device)
  const view = await openScreens(agent, '/listings/new')
  const create = page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' })
  await expect.element(create).toBeVisible()
  const { x, y, width, height } = create.element().getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  await mouse('mousePressed', middle)
  await page.getByRole('searchbox').fill('river')
  await expect.poll(view.address).toBe('/listings/new?q=river')
  await untilDatabasesAreIdle()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await mouse('mouseReleased', middle)
  await expect.poll(view.address).toBe('/listings/create/901')
})

async function mouse(type: 'mousePressed' | 'mouseReleased', at: { x: number; y: number }): Promise<void> {
  const { x, y, width } = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  // A page larger than the window is scaled down.
  const scale = width / window.innerWidth
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  const place = { x: x + at.x * scale, y: y + at.y * scale }
  await session.send('Input.dispatchMouseEvent', { type, button: 'left', clickCount: 1, ...place })
}

longTest('a large catalog shows fifty rows, and more on request', async () => {
  const agent = await anAgentAtWork()
  const rows = Array.from({ length: 120 }, (_, index) => ({
    ...riverOak,
    key: String(index + 1),
    id: index + 1,
    address: `${index + 1} Long St`,
  }))
  await agent.device.database.properties.bulkPut(rows)
  await open(agent, '/listings/new')
  const buttons = page.getByRole('button', { name: /^Create listing for/ })
  await eventually(() => buttons.elements()).toHaveLength(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await eventually(() => buttons.elements()).toHaveLength(100)
  await expect.element(page.getByText('120 properties, 100 shown')).toBeVisible()
})

longTest('Create Listing says that there are no properties only after the first load', async () => {
  const agent = await anAgentAtWork()
  const place = { cursor: 'page 1', entities: '' }
  await agent.device.database.facts.put({ name: feedPlaceMetadataKey, value: { ...place, isArriving: true } })
  useConnection.setState({ state: 'sending', lastReachedAt: Date.now() })
  await aProperty(agent.device)
  await open(agent, '/listings/new')
  await expect.element(page.getByText('1 property', { exact: true })).toBeVisible()
  await agent.device.database.properties.clear()
  await expect.element(page.getByText('1 property', { exact: true })).not.toBeInTheDocument()
  expect(page.getByText('No properties yet').elements()).toEqual([])

  await agent.device.database.facts.put({ name: feedPlaceMetadataKey, value: { ...place, isArriving: false } })
  await expect.element(page.getByText('No properties yet')).toBeVisible()
})

test('a listing is created from a property, and waits on My Listings with its photo', async () => {
  const agent = await anAgentWithProperty()
  const view = await open(agent, '/listings/new')
  await page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' }).click()
  expect(view.address()).toBe('/listings/create/901')
  await expect.element(page.getByLabelText('Listing Price')).toHaveValue('582,000')
  await expect.element(page.getByLabelText('Status', { exact: true })).toHaveValue('For Sale')
  await page.getByLabelText('Description').fill('A bright corner house.')
  await page.getByLabelText('Main Photo').upload(await aPhoto('front.png'))
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()

  await expect.element(heading('My Listings')).toBeVisible()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Waiting')
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('$582,000')
  await eventually(() => card('5709 River Oak Way').getByRole('img').element().getAttribute('src')).toMatch(/^blob:/)

  const [listing, photo, ...others] = await operations(agent.device)
  expect(others).toEqual([])
  expect(listing).toMatchObject({
    entity: 'listing',
    kind: 'create',
    changes: { listing_price: 582_000, status: 'For Sale', description: 'A bright corner house.' },
    references: { property: { entity: 'property', key: '901' } },
    files: {},
  })
  expect(photo).toMatchObject({
    entity: 'listing_image',
    kind: 'create',
    changes: { caption: '', is_primary: true },
    references: { listing: { entity: 'listing', key: listing?.key } },
  })
  const file = photo?.files['image']
  expect(file).toMatchObject({ mediaType: 'image/jpeg', fileName: 'front.jpg' })
  const bytes = file === undefined ? null : await readFile(agent.device.database, file)
  expect(bytes?.slice(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]))
  expect(useRecentActivity.getState().activities[0]).toMatchObject({ type: 'create_listing' })

  view.back()
  await eventually(view.address).toBe('/listings/new')
})

longTest('a press before the photo is ready waits for it', async () => {
  const agent = await anAgentWithProperty()
  await open(agent, '/listings/create/901')
  await page.getByLabelText('Description').fill('Quick.')
  const submit = page.getByRole('button', { name: 'Create Listing', exact: true }).element() as HTMLElement
  await page.getByLabelText('Main Photo').upload(await aPhoto('large.jpg', { width: 3000, height: 2000 }))
  submit.click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect((await operations(agent.device)).map(({ entity }) => entity)).toEqual(['listing', 'listing_image'])
})

longTest('a listing and its photo are saved together or not at all', async () => {
  const agent = await anAgentWithProperty()
  fullAtTheNextPhoto(agent.device)
  await open(agent, '/listings/create/901')
  await page.getByLabelText('Description').fill('Quick.')
  await page.getByLabelText('Main Photo').upload(await aPhoto('front.png'))
  const submit = page.getByRole('button', { name: 'Create Listing', exact: true })
  await submit.click()
  await expect.element(page.getByText('Failed to create listing. Please try again.').first()).toBeVisible()
  expect(await operations(agent.device)).toEqual([])

  await page.getByLabelText('Listing Price').fill('600000')
  await submit.click()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('$600,000')
  expect(await agent.device.database.listings.count()).toBe(1)
  const [listing, photo, ...others] = await operations(agent.device)
  expect(others).toEqual([])
  expect(listing).toMatchObject({ entity: 'listing', kind: 'create', changes: { listing_price: 600_000 } })
  expect(photo).toMatchObject({ entity: 'listing_image', references: { listing: { key: listing?.key } } })
})

longTest('price, status and description are required, and the form says which is missing', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device, { price: null })
  await open(agent, '/listings/create/901')
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()
  await expect.element(page.getByLabelText('Listing Price')).toHaveAccessibleDescription(/Listing Price is required\./)
  await expect.element(page.getByLabelText('Listing Price')).toHaveFocus()
  await expect.element(page.getByLabelText('Description')).toHaveAccessibleDescription('Description is required.')
  expect(await operations(agent.device)).toEqual([])
})

longTest('text and photo of a new listing are restored after a reload (A1, A21, I3)', async () => {
  const agent = await anAgentWithProperty()
  const view = await open(agent, '/listings/create/901')
  await page.getByLabelText('Description').fill('Half a sentence')
  await page.getByLabelText('Main Photo').upload(await aPhoto('front.jpg'))
  await expect.element(page.getByText(/front\.jpg · .* · kept on this device until it is sent/)).toBeVisible()
  await view.unmount()

  await open(agent, '/listings/create/901')
  await expect.element(page.getByLabelText('Description')).toHaveValue('Half a sentence')
  await expect.element(page.getByText(/front\.jpg · .* · kept on this device until it is sent/)).toBeVisible()
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect((await operations(agent.device)).map(({ entity }) => entity)).toEqual(['listing', 'listing_image'])
})

longTest('a form leads back to the properties', async () => {
  const agent = await anAgentWithProperty()
  await open(agent, '/listings/create/901')
  await page.getByRole('link', { name: 'Back to Properties' }).click()
  await expect.element(page.getByRole('heading', { name: 'Select a Property to Create Listing' })).toBeVisible()
})

longTest('a property missing from the catalog is added here and listed at once', async () => {
  const agent = await anAgentAtWork()
  const view = await open(agent, '/listings/new')
  await page.getByRole('searchbox').fill('12 Invented')
  await expect.poll(view.address).toMatch(/q=12/)
  await page.getByRole('button', { name: 'Add a property' }).click()
  await expect.element(page.getByLabelText('Address', { exact: true })).toHaveValue('12 Invented')
  const fields = {
    Address: '12 Invented Ln',
    City: 'Elverta',
    State: 'CA',
    'ZIP Code': '95626',
    Bedrooms: '3',
    Price: '250,000',
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabelText(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Add Property' }).click()
  await expect.element(page.getByLabelText('Listing Price')).toHaveValue('250,000')
  expect(view.address()).toMatch(/^\/listings\/create\/local-/)
  await page.getByLabelText('Description').fill('Just found.')
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()
  await expect.element(card('12 Invented Ln')).toHaveTextContent('Waiting')

  const [property, listing] = await operations(agent.device)
  expect(property).toMatchObject({ entity: 'property', kind: 'create', changes: { bedrooms: 3, bathrooms: null } })
  expect(listing).toMatchObject({ references: { property: { entity: 'property', key: property?.key } } })
})

longTest('if no table has the ZIP code, city and state are typed or pasted', async () => {
  const agent = await anAgentAtWork()
  const view = await open(agent, '/listings/new')
  await page.getByRole('button', { name: 'Add a property' }).click()
  const field = (name: string) => page.getByLabelText(name, { exact: true })
  const place = () =>
    ['Address', 'City', 'State', 'ZIP Code'].map((name) => (field(name).element() as HTMLInputElement).value)
  await field('Address').fill('1250 Ashford Ave, San Juan, PR 00907')
  await userEvent.tab()
  await expect.poll(place).toEqual(['1250 Ashford Ave', 'San Juan', 'PR', '00907'])
  for (const name of ['City', 'State']) await field(name).fill('')
  await field('ZIP Code').fill('00911')
  await userEvent.tab()
  await loadZipNames()
  expect(place()).toEqual(['1250 Ashford Ave', '', '', '00911'])
  expect(page.getByRole('alert').elements()).toEqual([])
  await field('City').fill('San Juan')
  await field('State').fill('Puerto Rico')
  await page.getByRole('button', { name: 'Add Property' }).click()
  await expect.poll(view.address).toMatch(/^\/listings\/create\/local-/)
  await expect
    .poll(() => agent.device.database.properties.toArray())
    .toMatchObject([
      { address: '1250 Ashford Ave', city: 'San Juan', state: 'Puerto Rico', zip_code: '00911', latitude: null },
    ])
})

longTest('city and state follow a corrected ZIP code, unless the agent typed others', async () => {
  await open(await anAgentAtWork(), '/listings/new')
  await page.getByRole('button', { name: 'Add a property' }).click()
  const field = (name: string) => page.getByLabelText(name, { exact: true })
  const typeZip = async (zip: string) => {
    await field('ZIP Code').fill(zip)
    await userEvent.tab()
  }
  await typeZip('92508')
  await expect.element(field('City')).toHaveValue('Riverside')
  await typeZip('97214')
  await expect.element(field('City')).toHaveValue('Portland')
  await expect.element(field('State')).toHaveValue('OR')
  await field('City').fill('Sellwood')
  await typeZip('92805')
  await expect.element(field('State')).toHaveValue('CA')
  await expect.element(field('City')).toHaveValue('Sellwood')
})

longTest('a property already in the catalog is used instead of added again', async () => {
  const agent = await anAgentWithProperty()
  const view = await open(agent, '/listings/new')
  await page.getByRole('button', { name: 'Add a property' }).click()
  const fields = { Address: '5709 river oak way', City: 'Carmichael', State: 'CA', 'ZIP Code': '95608' }
  for (const [label, text] of Object.entries(fields)) await page.getByLabelText(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Add Property' }).click()
  await expect.element(page.getByLabelText('Listing Price')).toHaveValue('582,000')
  expect(view.address()).toBe('/listings/create/901')
  expect(await operations(agent.device)).toEqual([])
})

longTest('the catalog is sorted by street, then by number', async () => {
  const agent = await anAgentAtWork()
  for (const [index, address] of ['216 Elm St', '26 Elm St', '9 Oak Ave', '113 Elm St'].entries())
    await aProperty(agent.device, { id: 910 + index, address })
  await open(agent, '/listings/new')
  const buttons = page.getByRole('button', { name: /^Create listing for/ })
  await eventually(() => texts(buttons)).toEqual([
    'Create listing for 26 Elm St',
    'Create listing for 113 Elm St',
    'Create listing for 216 Elm St',
    'Create listing for 9 Oak Ave',
  ])
})

longTest('a property that the agent has listed says so and opens its listing; listing it again warns', async () => {
  const agent = await anAgentWithProperty()
  await aListing(agent.device, 7, { status: 'Pending', property_key: '901' })
  await open(agent, '/listings/new')
  await expect.element(page.getByText('Pending')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open the listing of 5709 River Oak Way' }))
    .toHaveAttribute('href', '/listings/7')
  await page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' }).click()
  await expect.element(page.getByText('You have listed this property already (Pending).')).toBeVisible()
})

longTest('a search without a match offers to add the typed text', async () => {
  const agent = await anAgentWithProperty()
  await open(agent, '/listings/new')
  await page.getByRole('searchbox').fill('1420 Maple Grove Ave')
  await page.getByRole('button', { name: 'Add “1420 Maple Grove Ave”' }).click()
  await expect.element(page.getByLabelText('Address', { exact: true })).toHaveValue('1420 Maple Grove Ave')
})

longTest('text typed into the search replaces a property typed before, whose draft is kept', async () => {
  const agent = await anAgentWithProperty()
  const address = page.getByLabelText('Address', { exact: true })
  const before = await openScreens(agent, '/listings/new')
  await page.getByRole('button', { name: 'Add a property' }).click()
  await address.fill('5 Earlier St')
  await before.unmount()

  await open(agent, '/listings/new')
  await page.getByRole('searchbox').fill('1420 Maple Grove Ave')
  await page.getByRole('button', { name: 'Add “1420 Maple Grove Ave”' }).click()
  await page.getByLabelText('City').fill('Elverta')
  // By now the draft of the first property was read and this one saved.
  await expect
    .poll(async () => (await loadDraft(String(agent.id), 'property:new:1420 Maple Grove Ave'))?.values['city'])
    .toBe('Elverta')
  await untilDatabasesAreIdle()
  await expect.element(address).toHaveValue('1420 Maple Grove Ave')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Add a property' }).click()
  await expect.element(address).toHaveValue('5 Earlier St')
})

longTest('the catalog can hide listed properties, even after coming back', async () => {
  const agent = await anAgentWithProperty()
  await aProperty(agent.device, { id: 902, address: '26 Elm St' })
  await aListing(agent.device, 7, { property_key: '902' })
  const view = await open(agent, '/listings/new')
  const row = (street: string) => page.getByRole('row').filter({ hasText: street })
  await expect.element(row('26 Elm St')).toBeVisible()
  await page.getByRole('button', { name: 'Not yet listed' }).click()
  await expect.element(row('26 Elm St')).not.toBeInTheDocument()
  await expect.element(page.getByText('1 property', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('oak')
  await expect.poll(() => view.address()).toBe('/listings/new?q=oak&unlisted=true')
  await page.getByRole('searchbox').fill('elm')
  await expect.element(page.getByRole('heading', { name: 'No match for “elm”' })).toBeVisible()
  await page.getByRole('button', { name: 'Not yet listed' }).click()
  await expect.element(row('26 Elm St')).toBeVisible()
})

longTest('sample properties are marked, and hidden at once, except listed ones', async () => {
  const agent = await anAgentAtWork()
  const lanternwood = { address: '41 Lanternwood Ln', city: 'Portland', state: 'OR', zip_code: '97202' }
  await aProperty(agent.device)
  await aProperty(agent.device, { id: 902, ...lanternwood })
  await aProperty(agent.device, { id: 903, ...lanternwood, address: '26 Bellfounder St' })
  await aListing(agent.device, 7, { property_key: '903' })
  const { go } = await openScreens(agent, '/listings/new')
  const row = (address: string) => page.getByRole('row').filter({ hasText: address })
  await expect.element(row('41 Lanternwood Ln')).toHaveTextContent('Sample')
  await expect.element(row('5709 River Oak Way')).not.toHaveTextContent('Sample')
  await page.getByRole('button', { name: 'Remove 1 sample' }).click()
  await expect.element(row('41 Lanternwood Ln')).not.toBeInTheDocument()
  await expect.element(row('26 Bellfounder St')).toBeVisible()
  go('/dashboard')
  go('/listings/new')
  await expect.element(page.getByText('2 properties')).toBeVisible()
  await page.getByRole('searchbox').fill('lanternwood')
  await expect.element(row('41 Lanternwood Ln')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(row('41 Lanternwood Ln')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show 1 sample' }).click()
  await expect.element(row('41 Lanternwood Ln')).toBeVisible()
})
