// Imported first, as in the app, because the first import sets the order of the style layers.
import '#ui/styles/styles.css'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { useConnection } from '#state/connection.ts'
import { closeOverlay } from '#state/overlay.ts'
import type { Device } from '#storage/device/device.ts'
import { storeSharedContent } from '#storage/sharing/shared-content.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { aProperty, eventually, heading, sitAtADesk } from '#tests/support/listing-screens.ts'
import { longTest } from '#tests/support/long-test.ts'
import { aTour, clockAt, operations, region, someListings, today } from '#tests/support/tour-screens.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(async () => {
  await sitAtADesk()
  await loadZipNames()
  await loadZipPlaces()
})

const pasted = '1427 SE 34th Ave, Portland, OR 97214'
const sheet = page.getByRole('dialog', { name: 'Add a home' })
const field = (name: string) => sheet.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const addHome = button('Add a home')
const save = sheet.getByRole('button', { name: /^Add (home|to the tour)$/ })
const homes = async ({ database }: Device) => (await database.listings.toArray()).filter(({ listed_by }) => listed_by)

async function paste(text: string): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  await field('Address').click()
  field('Address')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

function countTaps() {
  let taps = 0
  return {
    taps: () => taps,
    tap: async (what: Locator) => {
      taps += 1
      await what.click()
    },
  }
}

test('a home is added to a running tour offline in three taps, with an approximate drive', async () => {
  await page.viewport(390, 844)
  clockAt('08:40')
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'offline' })
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  await openScreens(agent, '/tours/1/run')
  const { tap, taps } = countTaps()
  await tap(addHome)
  await field('Address').fill('100 Elm Ave, Carmichael, CA 95608')
  expect(await axeFindings()).toEqual([])
  await tap(save)
  await expect.element(region('Next stop')).toHaveTextContent(/100 Elm Ave.*Carmichael.*approximate location/)
  expect(taps()).toBeLessThanOrEqual(3)
  const tour = await agent.device.database.tours.get('1')
  const [home] = await homes(agent.device)
  expect(tour?.selected_listings).toEqual([home?.key, 1, 2, 3])
  expect(tour?.stops.map(({ order, listing_id, is_approximate }) => [order, listing_id, is_approximate])).toEqual([
    [1, home?.key, true],
    [2, 1, false],
    [3, 2, false],
    [4, 3, false],
  ])
  expect(tour?.stops[1]?.drive_minutes).toBeGreaterThan(0)
  await expect.element(page.getByText('100 Elm Ave is stop 1 of 4, at about 9:00 AM.')).toBeVisible()

  await tap(button('Undo'))
  await expect.element(region('Next stop')).toHaveTextContent('9 Elm St')
  await eventually(() => homes(agent.device)).toEqual([])
  expect(await agent.device.database.tours.get('1')).toMatchObject({
    selected_listings: [1, 2, 3],
    planning: 'best',
    stops: [{ stop_id: '1' }, { stop_id: '2' }, { stop_id: '3' }],
  })
})

longTest('a home added last to a running tour moves no other stop', async () => {
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress', end_time: '11:45:00' })
  await openScreens(agent, '/tours/1/run')
  const { tap, taps } = countTaps()
  await tap(addHome)
  await field('Address').fill('100 Elm Ave, Carmichael, CA 95608')
  await tap(sheet.getByRole('button', { name: 'Last' }))
  await tap(save)
  await expect.element(page.getByText(/^100 Elm Ave is stop 4 of 4/)).toBeVisible()
  expect(taps()).toBe(3)
  const tour = await agent.device.database.tours.get('1')
  expect(tour?.stops.map(({ stop_id, estimated_arrival }) => [stop_id, estimated_arrival]).slice(0, 3)).toEqual([
    ['1', '09:00:00'],
    ['2', '10:00:00'],
    ['3', '11:00:00'],
  ])
  expect(tour?.end_time).toBe(tour?.stops[3]?.estimated_departure)
})

longTest('on Create Tour a pasted home is selected in two taps, and Undo removes it', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/tours/new')
  const { tap, taps } = countTaps()
  await tap(addHome)
  await field('Address').fill(pasted)
  await tap(save)
  const selected = region('Selected listings')
  await expect.element(selected).toHaveTextContent(/1427 SE 34th Ave.*Portland.*approximate location/)
  expect(taps()).toBe(2)
  expect(await homes(agent.device)).toMatchObject([
    { listing_price: 0, description: '', property: { city: 'Portland', state: 'OR', zip_code: '97214' } },
  ])
  await button('Undo').click()
  await expect.element(selected).toHaveTextContent('Add the homes that the client wants to see.')
  await eventually(() => operations(agent.device)).toEqual([])
})

longTest('a home can be added while editing a tour', async () => {
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today })
  await openScreens(agent, '/tours/1?edit=all')
  await addHome.click()
  await field('Address').fill(pasted)
  await save.click()
  await expect.element(region('Selected listings')).toHaveTextContent('1427 SE 34th Ave')
})

longTest(
  'the same home in another spelling is noticed before saving, and Use it selects the existing one',
  async () => {
    const agent = await anAgentAtWork()
    await openScreens(agent, '/tours/new')
    await addHome.click()
    await field('Address').fill(pasted)
    await save.click()
    await expect.element(region('Selected listings')).toHaveTextContent('1427 SE 34th Ave')
    await page.getByRole('button', { name: /^Remove 1427/ }).click()

    await addHome.click()
    await field('Address').fill('1427 southeast 34th avenue')
    await field('ZIP Code').fill('97214')
    await expect
      .element(sheet.getByRole('status'))
      .toHaveTextContent(/You show this home already\. 1427 SE 34th Ave, Portland, OR 97214/)
    await save.click()
    await expect.element(sheet.getByRole('alert')).toHaveTextContent('You show this home already. Use it, or press')
    expect(await homes(agent.device)).toHaveLength(1)
    expect(await axeFindings()).toEqual([])
    await sheet.getByRole('button', { name: 'Use it' }).click()
    await expect.element(region('Selected listings')).toHaveTextContent('1427 SE 34th Ave')
    expect(await homes(agent.device)).toHaveLength(1)

    // Two homes may have the same address, so the second press only warns.
    await addHome.click()
    await field('Address').fill(pasted)
    await save.click()
    await expect.element(sheet.getByRole('alert')).toBeVisible()
    await save.click()
    await eventually(() => homes(agent.device)).toHaveLength(2)
  },
)

longTest('a home of the catalog is used as it is, with the broker that was typed', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  await openScreens(agent, '/tours/new')
  await addHome.click()
  await field('Address').fill('5709 RIVER OAK WY, Carmichael CA 95608')
  await sheet.getByText('More').click()
  await field('Listing Agent').fill('Ada Bell')
  await field('Phone').fill('(503) 555-0118')
  await field('Price').fill('525000')
  await expect.element(sheet.getByText('This home is in the catalog.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Use it' }).click()
  await expect.element(region('Selected listings')).toHaveTextContent('5709 River Oak Way')
  expect(await homes(agent.device)).toMatchObject([
    { property_key: '901', listing_price: 525_000, listed_by: { name: 'Ada Bell', phone: '(503) 555-0118' } },
  ])
})

longTest('errors are shown beside their fields, even in the folded part, and the text stays', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/tours/new')
  await addHome.click()
  await field('Address').fill('1427 SE 34th Ave')
  await sheet.getByText('More').click()
  await field('Link').fill('javascript:alert(1)')
  await sheet.getByText('More').click()
  await save.click()
  await expect.element(sheet.getByRole('alert')).toHaveTextContent(/ZIP Code/)
  await expect.element(field('Link')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Address')).toHaveValue('1427 SE 34th Ave')
  expect(await homes(agent.device)).toEqual([])
  await field('Link').fill('')
  await field('ZIP Code').fill('00000')
  await save.click()
  await eventually(() => homes(agent.device)).toMatchObject([{ property: { city: '', state: '', zip_code: '00000' } }])
})

longTest('typed text is restored after the sheet was closed', async () => {
  const agent = await anAgentAtWork()
  const { go } = await openScreens(agent, '/tours/new')
  await addHome.click()
  await field('Address').fill('1427 SE 34th Ave')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  go('/today')
  await expect.element(heading('Today')).toBeVisible()
  go('/tours/new')
  await addHome.click()
  await expect.element(field('Address')).toHaveValue('1427 SE 34th Ave')
})

longTest('a pasted home replaces the one typed before, with its other fields', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/tours/new')
  await addHome.click()
  await field('Address').fill('100 North Main Street')
  await field('ZIP Code').fill('97214')
  await paste('900 S Harbor Blvd')
  await expect.element(field('Address')).toHaveValue('900 S Harbor Blvd')
  await expect.element(field('ZIP Code')).toHaveValue('')
  await expect.element(sheet.getByText('Cleared: ZIP Code.')).toBeVisible()
  await save.click()
  await expect.element(sheet.getByRole('alert')).toHaveTextContent(/ZIP Code/)
  expect(await homes(agent.device)).toEqual([])
})

longTest('a unit different from the one in the address raises a question', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/tours/new')
  await addHome.click()
  await field('Address').fill('12 Elm St Apt 2, Portland, OR 97214')
  await sheet.getByText('More').click()
  await field('Unit').fill('3')
  await save.click()
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('The address has a different unit.')
  await field('Unit').fill('Apt 2')
  await save.click()
  await eventually(() => homes(agent.device)).toMatchObject([{ property: { address: '12 Elm St Apt 2' } }])
})

longTest('a pasted text with line breaks, price and link is read', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/tours/new')
  await addHome.click()
  await paste('$525,000 - 3 bd\n1427 SE 34th Ave\nPortland, OR 97214\nhttps://redf.in/aBc12D')
  await expect.element(field('Address')).toHaveValue('1427 SE 34th Ave')
  await expect.element(sheet.getByText('Filled in: ZIP Code, City, State, Price, Link.')).toBeVisible()
  await save.click()
  await eventually(() => homes(agent.device)).toMatchObject([
    { listing_price: 525_000, listed_by: { link: 'https://redf.in/aBc12D' } },
  ])
})

longTest('a home can be typed into New Showing; New Open House offers no home of another broker', async () => {
  const agent = await anAgentAtWork()
  const { go } = await openScreens(agent, '/today?new=showing')
  const { tap, taps } = countTaps()
  const dialog = page.getByRole('dialog', { name: 'New Showing' })
  await tap(dialog.getByRole('button', { name: 'Add a home' }))
  await field('Address').fill(pasted)
  await tap(save)
  await expect.element(dialog.getByLabelText('Listing', { exact: true })).toHaveTextContent('1427 SE 34th Ave')
  const [home] = await homes(agent.device)
  await expect.element(dialog.getByLabelText('Listing', { exact: true })).toHaveValue(home?.key)
  expect(taps()).toBeLessThan(3)
  go('/today?new=open-house')
  const openHouse = page.getByRole('dialog', { name: 'New Open House' })
  await expect.element(openHouse.getByText('You have no listings yet.')).toBeVisible()
  await expect.element(openHouse.getByRole('button', { name: 'Add a home' })).not.toBeInTheDocument()
})

longTest('Find anything offers to add an unknown address, and leads to the home’s page', async () => {
  onTestFinished(closeOverlay)
  const agent = await anAgentAtWork()
  const { address } = await openScreens(agent, '/settings')
  await button('Find anything').click()
  await page.getByRole('combobox', { name: 'Search everything' }).fill(pasted)
  await page.getByRole('option', { name: `Add a home: ${pasted}` }).click()
  await expect.element(field('Address')).toHaveValue('1427 SE 34th Ave')
  await expect.element(field('ZIP Code')).toHaveValue('97214')
  await save.click()
  await expect.element(heading('1427 SE 34th Ave')).toBeVisible()
  const [home] = await homes(agent.device)
  expect(address()).toBe(`/listings/${home?.key}`)
})

longTest('Add a home is among the actions, and its sheet is blank', async () => {
  onTestFinished(closeOverlay)
  await openScreens(await anAgentAtWork(), '/settings')
  await button('Find anything').click()
  await page.getByRole('combobox', { name: 'Search everything' }).fill('add home')
  await page.getByRole('option', { name: 'Add a home', exact: true }).click()
  await expect.element(field('Address')).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})

longTest('a shared text offers its home with price and link, and nothing is fetched', async () => {
  const agent = await anAgentAtWork()
  const link = 'https://www.zillow.com/homedetails/1427-SE-34th-Ave-Portland-OR-97214/53932514_zpid/'
  const shared = new FormData()
  shared.append('text', `Check out this home! $525,000\n${link}`)
  await storeSharedContent(String(agent.id), shared)
  const { address } = await openScreens(agent, '/shared')
  const offer = region('1427 SE 34th Ave')
  await expect.element(offer).toHaveTextContent('Portland, OR 97214 · $525,000')
  expect(page.getByRole('button', { name: 'Create Client' }).query()).toBeNull()
  const { tap, taps } = countTaps()
  await tap(offer.getByRole('button', { name: 'Add a home' }))
  await expect.element(field('ZIP Code')).toHaveValue('97214')
  await tap(save)
  await expect.element(heading('1427 SE 34th Ave')).toBeVisible()
  expect(taps()).toBe(2)
  const [home] = await homes(agent.device)
  expect(home).toMatchObject({ listing_price: 525_000, listed_by: { link } })
  expect(address()).toBe(`/listings/${home?.key}`)
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('zillow'))).toEqual([])
})

longTest('on a plain server the sheet says that the home stays on this device', async () => {
  const agent = await anAgentAtWork()
  useConnection.setState({ serverKind: 'plain' })
  await openScreens(agent, '/tours/new')
  await addHome.click()
  await expect
    .element(sheet.getByText(/does not keep homes of other brokers\. They stay on this device\./))
    .toBeVisible()
  await field('Address').fill(pasted)
  await save.click()
  await eventually(() => homes(agent.device)).toHaveLength(1)
})

longTest('a message about a home and a person offers both', async () => {
  const agent = await anAgentAtWork()
  const shared = new FormData()
  shared.append('text', `Can we see 1427 SE 34th Ave, Portland, OR 97214? Jo, (503) 555-0118`)
  await storeSharedContent(String(agent.id), shared)
  await openScreens(agent, '/shared')
  await expect.element(region('1427 SE 34th Ave')).toHaveTextContent('Portland, OR 97214')
  await expect.element(page.getByLabelText('Phone Number')).toHaveValue('(503) 555-0118')
})
