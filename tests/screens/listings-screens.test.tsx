import { lazyRouteComponent } from '@tanstack/react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Property } from '#core/contract/property.ts'
import { feedFact } from '#core/sync/fact-names.ts'
import { CreateListingScreen } from '#screens/create-listing-screen.tsx'
import { EditListingScreen } from '#screens/edit-listing-screen.tsx'
import { ListingDetailScreen } from '#screens/listing-detail-screen.tsx'
import { MyListingsScreen } from '#screens/my-listings-screen.tsx'
import { useConnection } from '#state/connection.ts'
import { useRecentActivity } from '#state/recent-activity.ts'
import { deleteDevice } from '#storage/delete-device.ts'
import type { Device } from '#storage/device.ts'
import { StorageError } from '#storage/storage-error.ts'
import { readFile } from '#storage/file-pieces.ts'
import type { ListingImageRow, ListingRow } from '#storage/rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const screens = {
  '/my-listings': MyListingsScreen,
  '/listings/new': CreateListingScreen,
  '/listings/create/$propertyId': CreateListingScreen,
  '/listings/edit/$listingId': EditListingScreen,
  '/listings/$listingId': ListingDetailScreen,
}

function open(agent: Agent, address: string) {
  return openScreens(agent, address, screens)
}

const riverOak = {
  id: 901,
  address: '5709 River Oak Way',
  city: 'Carmichael',
  state: 'CA',
  zip_code: '95608',
  bedrooms: 4,
  bathrooms: 2,
  square_feet: 2222,
  lot_size: null,
  year_built: 1978,
  garage_spaces: 2,
  price: 582_000,
  property_type: 'Residential',
  latitude: null,
  longitude: null,
} satisfies Property

/** A property of the catalogue, as a pull leaves it. */
async function aProperty(device: Device, wishes: Partial<Property> = {}): Promise<void> {
  const property = { ...riverOak, ...wishes }
  await device.database.properties.put({ key: String(property.id), ...property })
}

type ListingWishes = Partial<Omit<ListingRow, 'property'>> & { property?: Partial<Property> }

/** A listing that the server has, as a pull leaves it; a higher id is newer. */
function listingRow(id: number, { property, ...wishes }: ListingWishes = {}): ListingRow {
  return {
    key: String(id),
    id,
    listing_price: 582_000,
    description: 'Oak shade over the back lawn.',
    status: 'For Sale',
    created_at: new Date(Date.UTC(2026, 9, 1, 0, id)).toISOString(),
    realtor: { name: 'Maya Torres', email: 'maya@torreshomes.example', phone: '(916) 555-0142' },
    property_key: '901',
    ...wishes,
    property: { ...riverOak, ...property },
  }
}

async function aListing(device: Device, id: number, wishes: ListingWishes = {}): Promise<void> {
  await device.database.listings.put(listingRow(id, wishes))
}

async function aSavedPhoto(device: Device, id: number, listingKey: string, image: string): Promise<void> {
  const photo: ListingImageRow = { key: String(id), id, listing_key: listingKey, image, caption: '', is_primary: true }
  await device.database.listing_images.put(photo)
}

const card = (address: string) => page.getByRole('article', { name: address })
const cards = () =>
  page
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h2')?.textContent)
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

// A desk: the phone's bars lie over the end of the page, where a test's pointer would press them.
beforeEach(() => page.viewport(1280, 900))
beforeEach(() => useConnection.setState({ ...useConnection.getInitialState(), state: 'offline' }))

// ── My Listings ────────────────────────────────────────────────────────────

test('without listings the page says how to begin', async () => {
  await open(await anAgentAtWork(), '/my-listings')
  await expect.element(heading('My Listings')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
  await expect.element(page.getByText('Start by creating your first listing!')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Create New Listing' }).first())
    .toHaveAttribute('href', '/listings/new')
})

test('the first load of a new device is waited for, without a word about missing listings', async () => {
  useConnection.setState({ state: 'starting' })
  const agent = await anAgentAtWork()
  await open(agent, '/my-listings')
  await expect.element(heading('My Listings')).toBeVisible()
  await expect.element(page.getByText('No listings found')).not.toBeInTheDocument()
  await aListing(agent.device, 1)
  await expect.element(card('5709 River Oak Way')).toBeVisible()
})

test('Create Listing opened in the middle of the first load waits for its end before it speaks of no properties', async () => {
  const agent = await anAgentAtWork()
  const place = { cursor: 'page 1', epoch: 'e', entities: '' }
  await agent.device.database.facts.put({ name: feedFact, value: { ...place, isArriving: true } })
  useConnection.setState({ state: 'sending', lastReachedAt: Date.now() })
  await aProperty(agent.device)
  await open(agent, '/listings/new')
  await expect.element(page.getByText('1 property', { exact: true })).toBeVisible()
  await agent.device.database.properties.clear()
  await expect.element(page.getByText('1 property', { exact: true })).not.toBeInTheDocument()
  expect(page.getByText('No properties yet').elements()).toEqual([])

  await agent.device.database.facts.put({ name: feedFact, value: { ...place, isArriving: false } })
  await expect.element(page.getByText('No properties yet')).toBeVisible()
})

test('a load that the server answered with an error says so, but only when nothing is on the device', async () => {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'idle', lastReachedAt: Date.now() })
  await open(agent, '/my-listings')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load listings.')
  await aListing(agent.device, 1)
  await expect.element(card('5709 River Oak Way')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a missing network is no failure', async () => {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'offline', lastReachedAt: null })
  const view = await open(agent, '/my-listings')
  await expect.element(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
  view.go('/listings/new')
  await expect.element(page.getByRole('heading', { name: 'No properties yet' })).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('a card shows price, address, place, facts and status, and its buttons name the address', async () => {
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

test('listings are sorted by date and by price, either way', async () => {
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

test('a listing without a date is shown all the same', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 1)
  const { created_at: _, ...undated } = listingRow(2, { property: { address: '2 Undated St' } })
  await agent.device.database.listings.put(undated)
  await open(agent, '/my-listings')
  await eventually(cards).toEqual(['5709 River Oak Way', '2 Undated St'])
})

test('a search finds any part of address, place or description and stands in the address bar', async () => {
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

test('sixty cards are shown, sixty more on request, and the count is said', async () => {
  const agent = await anAgentAtWork()
  const rows = Array.from({ length: 130 }, (_, index) =>
    listingRow(index + 1, { property: { address: `${index + 1} Long St` } }),
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

test('coming back finds the same cards at the same place', async () => {
  const agent = await anAgentAtWork()
  const rows = Array.from({ length: 130 }, (_, index) =>
    listingRow(index + 1, { property: { address: `${index + 1} Long St` } }),
  )
  await agent.device.database.listings.bulkPut(rows)
  const view = await open(agent, '/my-listings?shown=120')
  await eventually(() => cards().length).toBeGreaterThanOrEqual(120)
  const wanted = card('40 Long St').element()
  wanted.scrollIntoView({ block: 'center' })
  const place = window.scrollY
  expect(place).toBeGreaterThan(1000)
  await card('40 Long St')
    .getByRole('link', { name: /^View Details/ })
    .click()
  await expect.element(heading('40 Long St')).toBeVisible()
  expect(window.scrollY).toBe(0)

  view.back()
  await eventually(() => cards().length).toBeGreaterThanOrEqual(120)
  await eventually(() => window.scrollY).toBe(place)
})

test('deleting asks, says what goes with it, and can be undone', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '')
  await open(agent, '/my-listings')
  await page.getByRole('button', { name: 'Delete 5709 River Oak Way' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this listing?' })
  await expect.element(question).toHaveTextContent('Its photo will be deleted too.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card('5709 River Oak Way')).toBeVisible()
  expect(await operations(agent.device)).toEqual([])

  await page.getByRole('button', { name: 'Delete 5709 River Oak Way' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(card('5709 River Oak Way')).not.toBeInTheDocument()
  await expect.poll(() => operations(agent.device)).toMatchObject([{ entity: 'listing', kind: 'delete', key: '7' }])
  await expect.poll(() => useRecentActivity.getState().activities[0]).toMatchObject({ type: 'delete_listing' })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(card('5709 River Oak Way')).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

test('a listing that this device cannot delete raises an alert', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/my-listings')
  await page.getByRole('button', { name: 'Delete 5709 River Oak Way' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await deleteDevice(agent.device.owner) // as another tab may
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Failed to delete listing' })).toBeVisible()
  await expect.element(page.getByText('The data on this device was cleared in another window.')).toBeVisible()
})

// ── Create Listing ─────────────────────────────────────────────────────────

test('the catalogue shows address, beds, baths and ft², and unknown figures as –', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
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
  await eventually(() => headers.elements().map(({ textContent }) => textContent)).toEqual([
    'Address',
    'Beds',
    'Baths',
    'ft²',
    'Action',
  ])
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

test('the catalogue is searched by address, and Clear shows all of it again', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  await aProperty(agent.device, { id: 902, address: '26 Jeanross Ct', city: 'River City' })
  await open(agent, '/listings/new')
  await page.getByRole('searchbox').fill('river')
  await expect.element(page.getByText('1 property')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('2 properties')).toBeVisible()
})

test('a row pressed right after typing is chosen, and the search does not call it back', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  // On a slow line the next screen takes longer to arrive than the typing takes to settle.
  const arrivingLate = lazyRouteComponent(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { CreateListingScreen }
  }, 'CreateListingScreen')
  const view = await openScreens(agent, '/listings/new', { ...screens, '/listings/create/$propertyId': arrivingLate })
  const create = page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' })
  await expect.element(create).toBeVisible()
  const press = create.element() as HTMLElement
  await page.getByRole('searchbox').fill('river')
  press.click()
  await expect.element(page.getByLabelText('Description')).toBeVisible()
  expect(view.address()).toBe('/listings/create/901')
})

test('a large catalogue shows fifty rows and more on request', async () => {
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

test('a listing is made from a property, and waits on My Listings with its photo', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  const view = await open(agent, '/listings/new')
  await page.getByRole('button', { name: 'Create listing for 5709 River Oak Way' }).click()
  expect(view.address()).toBe('/listings/create/901')
  await expect.element(page.getByLabelText('Listing Price')).toHaveValue('582000')
  await expect.element(page.getByLabelText('Status')).toHaveValue('For Sale')
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

  // Going back does not lead to the form of what is made already.
  view.back()
  await eventually(view.address).toBe('/listings/new')
})

test('a press before the photo is ready waits for it', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  await open(agent, '/listings/create/901')
  await page.getByLabelText('Description').fill('Quick.')
  const submit = page.getByRole('button', { name: 'Create Listing', exact: true }).element() as HTMLElement
  await page.getByLabelText('Main Photo').upload(await aPhoto('large.jpg', { width: 3000, height: 2000 }))
  submit.click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect((await operations(agent.device)).map(({ entity }) => entity)).toEqual(['listing', 'listing_image'])
})

test('a listing whose photo could not be kept is changed by the next save, not made a second time', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  const { transact } = agent.device.replica
  let writes = 0
  const fullAtThePhoto: typeof transact = (mode, work) => {
    writes += mode === 'write' ? 1 : 0
    return writes === 2 ? Promise.reject(new StorageError('full')) : transact(mode, work)
  }
  Object.assign(agent.device.replica, { transact: fullAtThePhoto })
  await open(agent, '/listings/create/901')
  await page.getByLabelText('Description').fill('Quick.')
  await page.getByLabelText('Main Photo').upload(await aPhoto('front.png'))
  const submit = page.getByRole('button', { name: 'Create Listing', exact: true })
  await submit.click()
  await expect.element(page.getByText('Failed to create listing. Please try again.').first()).toBeVisible()

  await page.getByLabelText('Listing Price').fill('600000')
  await submit.click()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('$600,000')
  expect(await agent.device.database.listings.count()).toBe(1)
  const [listing, photo, ...others] = await operations(agent.device)
  expect(others).toEqual([])
  expect(listing).toMatchObject({ entity: 'listing', kind: 'create', changes: { listing_price: 600_000 } })
  expect(photo).toMatchObject({ entity: 'listing_image', references: { listing: { key: listing?.key } } })
})

test('price, status and description are required, and the form says which is missing', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device, { price: null })
  await open(agent, '/listings/create/901')
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()
  await expect.element(page.getByLabelText('Listing Price')).toHaveAccessibleDescription(/Listing Price is required\./)
  await expect.element(page.getByLabelText('Listing Price')).toHaveFocus()
  await expect.element(page.getByLabelText('Description')).toHaveAccessibleDescription('Description is required.')
  expect(await operations(agent.device)).toEqual([])
})

test('what was typed and picked for a new listing is there again after a reload (A1, A21, I3)', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
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

test('a form goes back to the properties', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  await open(agent, '/listings/create/901')
  await page.getByRole('link', { name: 'Back to Properties' }).click()
  await expect.element(page.getByRole('heading', { name: 'Select a Property to Create Listing' })).toBeVisible()
})

test('a property that the catalogue lacks is added here and listed at once', async () => {
  const agent = await anAgentAtWork()
  const view = await open(agent, '/listings/new')
  await page.getByRole('button', { name: 'Add a property' }).click()
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
  await expect.element(page.getByLabelText('Listing Price')).toHaveValue('250000')
  expect(view.address()).toMatch(/^\/listings\/create\/local-/)
  await page.getByLabelText('Description').fill('Just found.')
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()
  await expect.element(card('12 Invented Ln')).toHaveTextContent('Waiting')

  const [property, listing] = await operations(agent.device)
  expect(property).toMatchObject({ entity: 'property', kind: 'create', changes: { bedrooms: 3, bathrooms: null } })
  expect(listing).toMatchObject({ references: { property: { entity: 'property', key: property?.key } } })
})

test('a property that is in the catalogue already is used instead of added again', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  const view = await open(agent, '/listings/new')
  await page.getByRole('button', { name: 'Add a property' }).click()
  const fields = { Address: '5709 river oak way', City: 'Carmichael', State: 'CA', 'ZIP Code': '95608' }
  for (const [label, text] of Object.entries(fields)) await page.getByLabelText(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Add Property' }).click()
  await expect.element(page.getByLabelText('Listing Price')).toHaveValue('582000')
  expect(view.address()).toBe('/listings/create/901')
  expect(await operations(agent.device)).toEqual([])
})

// ── Edit Listing ───────────────────────────────────────────────────────────

test('a change of price is recorded alone and waits in the list', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  await expect.element(heading('Edit Listing')).toBeVisible()
  await page.getByLabelText('Listing Price').fill('$ 61,500')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('$61,500')
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Waiting')
  expect(await operations(agent.device)).toMatchObject([
    {
      entity: 'listing',
      kind: 'update',
      key: '7',
      changes: { listing_price: 61_500 },
      base: { listing_price: 582_000 },
    },
  ])
  expect(useRecentActivity.getState().activities[0]).toMatchObject({ type: 'edit_listing' })
})

test('saving without a change records nothing', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { status: 'Withdrawn' })
  await open(agent, '/listings/edit/7')
  await expect.element(page.getByLabelText('Status')).toHaveValue('Withdrawn')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

test('an address that leads to no listing says so', async () => {
  const agent = await anAgentAtWork()
  const view = await open(agent, '/listings/edit/12345')
  await expect.element(heading('Listing not found')).toBeVisible()
  view.go('/listings/12345')
  await expect.element(heading('Listing not found.')).toBeVisible()
})

test.each([
  ['/listings/edit/7', 'Failed to load listing. Please try again.'],
  ['/listings/7', 'Failed to load listing details. Please try again.'],
])('when the server answered with an error and nothing is here, %s says %o', async (address, message) => {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'idle', lastReachedAt: Date.now() })
  await open(agent, address)
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
})

test.each([
  [
    'a file above 5 MB',
    () => new File([new Uint8Array(5_242_881)], 'big.jpg', { type: 'image/jpeg' }),
    'File size must be less than 5MB',
  ],
  ['a document', () => new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' }), 'Please upload an image file'],
])('%s is refused in a dialog, and the rest of the form stays', async (_what, file, message) => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  await page.getByLabelText('Description').fill('New words.')
  pick(file())
  await expect.element(page.getByRole('alertdialog', { name: message })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByLabelText('Description')).toHaveValue('New words.')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect((await operations(agent.device)).map(({ entity }) => entity)).toEqual(['listing'])
})

test('the main photo can be replaced and removed, and says that it waits when its listing does not (I8)', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  const view = await open(agent, '/listings/edit/7')
  await page.getByLabelText('Main Photo').upload(await aPhoto('new.jpg'))
  await expect.element(page.getByText(/new\.jpg/)).toBeVisible()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Listing sent, 1 photo waiting')
  await eventually(() => card('5709 River Oak Way').getByRole('img').element().getAttribute('src')).toMatch(/^blob:/)
  expect(await operations(agent.device)).toMatchObject([{ entity: 'listing_image', kind: 'create' }])

  view.go('/listings/edit/7')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect.element(page.getByText(/^The photo goes when you save/)).toBeVisible()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  // It was never sent, so nothing of it is left to send.
  expect(await operations(agent.device)).toEqual([])
})

test('removing takes back what was only picked, then the photo itself, and says which one follows', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  const second: ListingImageRow = { key: '71', id: 71, listing_key: '7', image: '', caption: '', is_primary: false }
  await agent.device.database.listing_images.put(second)
  await open(agent, '/listings/edit/7')
  await page.getByLabelText('Main Photo').upload(await aPhoto('new.jpg'))
  await expect.element(page.getByText(/new\.jpg/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect.element(page.getByText(/new\.jpg/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect
    .element(page.getByText('The photo goes when you save, and the next one becomes the main photo.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([{ entity: 'listing_image', kind: 'delete', key: '70' }])
})

test('a main photo that was removed here waits in the card and in the header until the office knows', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  const view = await open(agent, '/listings/edit/7')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(card('5709 River Oak Way').getByText('Waiting', { exact: true })).toBeVisible()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Listing sent, 1 removed photo waiting')

  view.go('/listings/7')
  await expect.element(heading('5709 River Oak Way')).toBeVisible()
  await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible()
  await agent.device.database.outbox.clear()
  await expect.element(page.getByText('Waiting', { exact: true })).not.toBeInTheDocument()
})

test('a deletion that was sent meanwhile comes back as a new listing, and its photos are missed aloud', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '')
  await open(agent, '/my-listings')
  await page.getByRole('button', { name: 'Delete 5709 River Oak Way' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await agent.device.database.outbox.clear()
  await agent.device.database.listing_images.clear()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Waiting')
  await expect.element(page.getByText('Listing brought back without its photos')).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([{ entity: 'listing', kind: 'create', key: '7' }])
})

test('what the server refused is marked when the form opens', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  const view = await open(agent, '/listings/edit/7')
  await page.getByLabelText('Description').fill('Refused words.')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  await agent.device.database.outbox.toCollection().modify({
    state: 'attention',
    refusal: {
      status: 400,
      code: 'invalid',
      message: 'Refused.',
      fieldErrors: { description: 'Description is too loud.' },
      at: 0,
    },
  })
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Needs fixing')
  view.go('/listings/edit/7')
  await expect.element(page.getByLabelText('Description')).toHaveAccessibleDescription('Description is too loud.')
})

test('Edit Listing deletes after asking and returns to My Listings', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  await page.getByRole('button', { name: 'Delete Listing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
})

// ── Listing detail ─────────────────────────────────────────────────────────

test('the detail shows price, description, location, details and realtor', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/7')
  await expect.element(heading('5709 River Oak Way')).toBeVisible()
  for (const text of ['$582,000', '$262 per ft²', 'Oak shade over the back lawn.']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByText('5709 River Oak Way, Carmichael, CA 95608')).toBeVisible()
  const details = {
    Bedrooms: '4',
    Bathrooms: '2',
    'Square footage': '2,222',
    'Lot size': '0.00 acres',
    'Year built': '1978',
    Garage: '2 cars',
    Status: 'For Sale',
  }
  for (const [name, value] of Object.entries(details)) {
    const term = page.getByRole('term').filter({ hasText: name }).element()
    expect(term.nextElementSibling?.textContent, name).toBe(value)
  }
  await expect.element(page.getByRole('heading', { name: 'Realtor Information' })).toBeVisible()
  const mail = page.getByRole('link', { name: 'maya@torreshomes.example' })
  await expect.element(mail).toHaveAttribute('href', 'mailto:maya@torreshomes.example')
  await expect.element(page.getByRole('link', { name: '(916) 555-0142' })).toHaveAttribute('href', 'tel:9165550142')
  await expect.element(page.getByRole('link', { name: 'Dashboard', exact: true }).last()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit Listing' })).toHaveAttribute('href', '/listings/edit/7')
  await expect.element(page.getByRole('button', { name: 'Delete Listing' })).toBeVisible()
})

test('a listing without a realtor says so, and a broken photo reads No Image', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { realtor: null })
  await aSavedPhoto(agent.device, 70, '7', '/nowhere/broken.jpg')
  await open(agent, '/listings/7')
  await expect.element(page.getByText('No realtor information available')).toBeVisible()
  await expect.element(page.getByText('No Image')).toBeVisible()
})

test('a listing made here is found by its key before and by its id after the server knows it', async () => {
  const agent = await anAgentAtWork()
  const key = 'local-0b9f1c1e-0000-4000-8000-000000000001'
  const { id: _, ...row } = listingRow(7, { key })
  await agent.device.database.listings.put(row)
  const view = await open(agent, `/listings/${key}`)
  await expect.element(heading('5709 River Oak Way')).toBeVisible()

  await agent.device.database.aliases.put({ entity: 'listing', key, id: 7 })
  await agent.device.database.listings.update(key, { id: 7 })
  view.go('/listings/7')
  await expect.element(heading('5709 River Oak Way')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit Listing' })).toHaveAttribute('href', '/listings/edit/7')
  view.go(`/listings/edit/${key}`)
  await expect.element(heading('Edit Listing')).toBeVisible()
})

// ── Helpers ────────────────────────────────────────────────────────────────

/** As `expect.element` waits for elements: long enough for a busy machine. */
function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 15_000 })
}

async function aPhoto(name: string, { width = 64, height = 40 } = {}): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  if (blob === null) throw new Error('The test could not draw a photo.')
  return new File([blob], name, { type })
}

/** Hands a file to the input as a picker does, whatever its `accept` says: a system's picker lets people ask for all files. */
function pick(file: File): void {
  const input = page.getByLabelText('Main Photo').element() as HTMLInputElement
  const picked = new DataTransfer()
  picked.items.add(file)
  input.files = picked.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
