// Imported first, as in the app, because the first import sets the order of the style layers.
import '#ui/styles/styles.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Device } from '#storage/device/device.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import {
  aListing,
  aProperty,
  eventually,
  heading,
  open,
  operations,
  sitAtADesk,
} from '#tests/support/listing-screens.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'

beforeEach(async () => {
  await sitAtADesk()
  await loadZipPlaces()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const editHome = button(/^Edit home/)
const setLocation = button(/^Set location of/)
const field = (name: string) => page.getByRole('dialog').getByLabelText(name, { exact: true })
const shownHome = async ({ database }: Device) => (await database.listings.get('7'))?.property
const typedProperty = ({ database }: Device) => database.properties.get('901')

async function aTypedHome() {
  const agent = await anAgentAtWork()
  await aProperty(agent.device, { added_by_me: true })
  await aListing(agent.device, 7)
  return agent
}

async function aCatalogHome() {
  const agent = await anAgentAtWork()
  await aProperty(agent.device)
  await aListing(agent.device, 7)
  return agent
}

test('an address is corrected in two presses, and the page shows it at once', async () => {
  const agent = await aTypedHome()
  await open(agent, '/listings/7')
  await editHome.click()
  await field('Address').fill('5709 River Oak Way #4')
  await field('ZIP Code').fill('95609')
  await button('Update home').click()
  await expect.element(heading('5709 River Oak Way #4')).toBeVisible()
  await expect.element(page.getByText('5709 River Oak Way #4, Carmichael, CA 95609')).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([
    { entity: 'property', kind: 'update', changes: { address: '5709 River Oak Way #4', zip_code: '95609' } },
  ])
})

longTest('the unit of a home is corrected in its own field; the rest of the address keeps its spelling', async () => {
  const agent = await aTypedHome()
  await agent.device.database.properties.update('901', { address: '5709 River Oak Way, Apt 4' })
  await open(agent, '/listings/7')
  await editHome.click()
  await expect.element(field('Address')).toHaveValue('5709 River Oak Way')
  await expect.element(field('Unit')).toHaveValue('Apt 4')
  await field('Bedrooms').fill('5')
  await button('Update home').click()
  await eventually(() => operations(agent.device)).toHaveLength(1)
  expect(await typedProperty(agent.device)).toMatchObject({ address: '5709 River Oak Way, Apt 4', bedrooms: 5 })

  await editHome.click()
  await field('Unit').fill('5')
  await button('Update home').click()
  await eventually(async () => (await typedProperty(agent.device))?.address).toBe('5709 River Oak Way #5')

  await editHome.click()
  await field('Address').fill('5709 River Oak Way Apt 6')
  await button('Update home').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The address has a different unit.')
})

longTest('a new unit of a catalog home is for the listing only, and other edits do not change the unit', async () => {
  const agent = await aCatalogHome()
  const address = '5709 River Oak Way, Unit 4'
  const { database } = agent.device
  await database.properties.update('901', { address })
  await database.listings.update('7', { 'property.address': address })
  await open(agent, '/listings/7')
  await editHome.click()
  await field('Bedrooms').fill('5')
  await button('Update home').click()
  await expect.element(page.getByText('Changed by you: Bedrooms.')).toBeVisible()
  await editHome.click()
  await field('Unit').fill('5')
  await button('Update home').click()
  await expect.element(page.getByText(/^Changed by you: .*Address/)).toBeVisible()
  expect(await shownHome(agent.device)).toMatchObject({ address: '5709 River Oak Way #5' })
  expect(await typedProperty(agent.device)).toMatchObject({ address })
})

longTest('a catalog home is changed for the listing only, marked, and can be reset', async () => {
  const agent = await aCatalogHome()
  await open(agent, '/listings/7')
  await editHome.click()
  await field('Bedrooms').fill('5')
  await field('Year Built').fill('')
  await button('Update home').click()
  await expect.element(page.getByText('Changed by you: Bedrooms, Year Built.')).toBeVisible()
  expect(await shownHome(agent.device)).toMatchObject({ bedrooms: 5, year_built: null })
  expect(await typedProperty(agent.device)).toMatchObject({ bedrooms: 4, year_built: 1978 })

  await button('Use the catalog’s').click()
  await expect.element(page.getByText(/^Changed by you/)).not.toBeInTheDocument()
  expect(await shownHome(agent.device)).toMatchObject({ bedrooms: 4, year_built: 1978 })
  await button('Undo').click()
  await expect.element(page.getByText('Changed by you: Bedrooms, Year Built.')).toBeVisible()
  expect(await shownHome(agent.device)).toMatchObject({ bedrooms: 5, year_built: null })
})

longTest('a correction keeps a location that an agent set, and drops one found by the address', async () => {
  const agent = await aTypedHome()
  const { database } = agent.device
  const place = { latitude: 38.6, longitude: -121.3 }
  await database.properties.update('901', { ...place, location_source: 'agent' })
  await open(agent, '/listings/7')
  const correctTo = async (address: string) => {
    await editHome.click()
    await field('Address').fill(address)
    await button('Update home').click()
    await expect.element(heading(address)).toBeVisible()
  }
  await correctTo('1 Elm St')
  expect(await typedProperty(agent.device)).toMatchObject({ ...place, location_source: 'agent' })
  await database.properties.update('901', { location_source: 'geocoder' })
  await correctTo('2 Elm St')
  await eventually(async () => (await typedProperty(agent.device))?.location_source).toBeNull()
  expect(await typedProperty(agent.device)).toMatchObject({ latitude: null, longitude: null })
})

longTest('a typed home that no listing uses is removed from the catalog, with Undo', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device, { added_by_me: true })
  await aProperty(agent.device, { id: 902, address: '41 Lantern Ln' })
  await open(agent, '/listings/new')
  await expect.element(page.getByText('41 Lantern Ln', { exact: true })).toBeVisible()
  await expect.element(button('Remove 41 Lantern Ln')).not.toBeInTheDocument()
  await button('Remove 5709 River Oak Way').click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete|Remove/ })
    .click()
  await expect.element(page.getByText('5709 River Oak Way has been removed from the catalog.')).toBeVisible()
  expect(await typedProperty(agent.device)).toBeUndefined()
  await button('Undo').click()
  await expect.element(button('Remove 5709 River Oak Way')).toBeVisible()
})

const coordinates = () => field('Coordinates or a map link')

longTest('pasted coordinates become the location of a home, and Undo reverts it', async () => {
  const agent = await aTypedHome()
  await open(agent, '/listings/7')
  await expect.element(page.getByText('approximate location', { exact: true })).toBeVisible()
  await setLocation.click()
  await coordinates().fill('https://maps.app.goo.gl/AbCdEf')
  await button('Save location').click()
  await expect.element(coordinates()).toHaveAccessibleDescription(/This short link hides the coordinates/)
  await coordinates().fill('38.6, -121.3')
  await button('Save location').click()
  await expect.element(page.getByText('Location set by you')).toBeVisible()
  const place = { latitude: 38.6, longitude: -121.3, location_source: 'agent' }
  expect(await typedProperty(agent.device)).toMatchObject(place)
  expect(await shownHome(agent.device)).toMatchObject(place)
  await button('Undo').click()
  await expect.element(page.getByText('approximate location', { exact: true })).toBeVisible()
})

longTest(
  'a location without its minus sign causes a warning with the distance, and one press corrects it',
  async () => {
    const agent = await aTypedHome()
    await open(agent, '/listings/7')
    await setLocation.click()
    await coordinates().fill('38.6, 121.3')
    await expect.element(page.getByText(/^This is 5,7\d\d miles from 95608, Carmichael\./)).toBeVisible()
    await button('Use 38.600000, -121.300000').click()
    await expect.element(coordinates()).toHaveValue('38.600000, -121.300000')
    await expect.element(page.getByText(/^This is /)).not.toBeInTheDocument()
    await button('Save location').click()
    await eventually(() => typedProperty(agent.device)).toMatchObject({ latitude: 38.6, longitude: -121.3 })
  },
)

longTest('a location far from the ZIP code is saved by a second press, and each other one asks again', async () => {
  const agent = await aTypedHome()
  await open(agent, '/listings/7')
  await setLocation.click()
  const question = page.getByRole('alert').filter({ hasText: 'Press the button again if it is right.' })
  await coordinates().fill('45.5122, -122.6587')
  await expect.element(page.getByText(/^This is 4\d\d miles from 95608, Carmichael\.$/)).toBeVisible()
  await button('Save location').click()
  await expect.element(question).toHaveFocus()
  await coordinates().fill('45.6122, -122.6587')
  await expect.element(question).not.toBeInTheDocument()
  await button('Save location').click()
  await expect.element(question).toHaveFocus()
  expect((await typedProperty(agent.device))?.latitude).toBeNull()
  // By keyboard, because a second click within half a second is dropped as a double click.
  button('Save location').element().focus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => typedProperty(agent.device)).toMatchObject({ latitude: 45.6122, location_source: 'agent' })
})

longTest('a suggestion that is far away asks, too', async () => {
  const agent = await aTypedHome()
  const suggestion = { latitude: 45.51, longitude: -122.65, label: 'River Oak Way', provider: 'nominatim' }
  await agent.device.database.properties.update('901', { location_suggestion: suggestion } as object)
  await open(agent, '/listings/7')
  await setLocation.click()
  await button('Confirm').click()
  await expect.element(page.getByText(/^This is 4\d\d miles from 95608, Carmichael\.$/)).toBeVisible()
  expect((await typedProperty(agent.device))?.latitude).toBeNull()
  // By keyboard, because a second press so soon would count as a double press.
  button('Confirm').element().focus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => typedProperty(agent.device)).toMatchObject({ latitude: 45.51, location_source: 'agent' })
})

longTest('a location is set from Edit home, which keeps its text', async () => {
  const agent = await aTypedHome()
  await open(agent, '/listings/7')
  await editHome.click()
  await field('Bedrooms').fill('5')
  const form = page.getByRole('form', { name: 'Edit home' })
  await expect.element(form.getByText('approximate location')).toBeVisible()
  await form.getByRole('button', { name: 'Set location of 5709 River Oak Way' }).click()
  await page.getByLabelText('Coordinates or a map link').fill('38.6, -121.3')
  await button('Save location').click()
  await expect.element(form.getByText('Location set by you')).toBeVisible()
  await expect.element(field('Bedrooms')).toHaveValue('5')
  expect(await typedProperty(agent.device)).toMatchObject({ bedrooms: 4, latitude: 38.6, location_source: 'agent' })
  await field('Address').fill('5711 River Oak Way')
  await button('Update home').click()
  await expect.element(heading('5711 River Oak Way')).toBeVisible()
  const place = { latitude: 38.6, longitude: -121.3, location_source: 'agent' }
  expect(await typedProperty(agent.device)).toMatchObject({ bedrooms: 5, ...place })
})

longTest('pasted text is restored after Back closed the sheet', async () => {
  const agent = await aTypedHome()
  await open(agent, '/listings/7')
  await setLocation.click()
  await coordinates().fill('38.6, -121')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await setLocation.click()
  await expect.element(coordinates()).toHaveValue('38.6, -121')
})

longTest('the location of a catalog home is stored with the agent’s listing', async () => {
  const agent = await aCatalogHome()
  await open(agent, '/listings/7')
  await setLocation.click()
  await coordinates().fill('38.6, -121.3')
  await button('Save location').click()
  await expect.element(page.getByText('Changed by you: Location.')).toBeVisible()
  await expect.element(page.getByText('Location set by you')).toBeVisible()
  expect(await typedProperty(agent.device)).toMatchObject({ latitude: null })
})

longTest('a suggestion of the server is confirmed in one press', async () => {
  const agent = await aTypedHome()
  const suggestion = {
    latitude: 38.61,
    longitude: -121.31,
    label: 'River Oak Way, Carmichael',
    provider: 'nominatim',
  }
  await agent.device.database.properties.update('901', { location_suggestion: suggestion } as object)
  await open(agent, '/listings/7')
  await setLocation.click()
  await expect.element(page.getByText(/OpenStreetMap \(Nominatim\) found “River Oak Way, Carmichael”/)).toBeVisible()
  await button('Confirm').click()
  await expect.element(page.getByText('Location set by you')).toBeVisible()
  expect(await typedProperty(agent.device)).toMatchObject({ latitude: 38.61, location_source: 'agent' })
})

longTest('a geocoder’s location names its source and needs no confirmation', async () => {
  const agent = await aTypedHome()
  const place = { latitude: 38.61, longitude: -121.31 }
  const found = {
    ...place,
    label: '5709 River Oak Way',
    provider: 'nominatim',
    attribution: '© OpenStreetMap contributors',
  }
  await agent.device.database.properties.update('901', {
    ...place,
    location_source: 'geocoder',
    location_suggestion: found,
  } as object)
  const property = { ...(await shownHome(agent.device)), ...place, location_source: 'geocoder' as const }
  await agent.device.database.listings.update('7', { property })
  await open(agent, '/listings/7')
  await expect
    .element(page.getByText('Location from OpenStreetMap (Nominatim) · © OpenStreetMap contributors'))
    .toBeVisible()
  await setLocation.click()
  await expect.element(page.getByLabelText('Coordinates or a map link')).toBeVisible()
  expect(button('Confirm').elements()).toHaveLength(0)
})

test('a home without coordinates says on its page that its location is approximate', async () => {
  const agent = await anAgentAtWork()
  await aProperty(agent.device, { added_by_me: true, zip_code: '97214' })
  await aListing(agent.device, 7, { property: { zip_code: '97214' } })
  await open(agent, '/listings/7')
  await expect.element(page.getByText('approximate location')).toBeVisible()
})

longTest('arrow keys move the pin 10 meters, with Shift 100, and announce its position', async () => {
  const agent = await aTypedHome()
  const near = { latitude: 38.6, longitude: -121.3 }
  await aProperty(agent.device, { id: 902, address: '9 Elm St', ...near })
  await open(agent, '/listings/7')
  await setLocation.click()
  await coordinates().fill('38.6, -121.3')
  const pin = button('Pin of this home')
  await expect.element(pin).toBeVisible()
  pin.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText('Moved 10 meters north. Now 10 meters north of 9 Elm St.')).toBeVisible()
  await expect.element(coordinates()).toHaveValue('38.600090, -121.300000')
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.element(page.getByText(/^Moved 100 meters west\. Now 10\d meters west of 9 Elm St\.$/)).toBeVisible()
  await button('Save location').click()
  await eventually(async () => (await typedProperty(agent.device))?.longitude).toBeCloseTo(-121.30115, 4)
})

longTest('the pin is dragged with a mouse', async () => {
  const agent = await aTypedHome()
  await open(agent, '/listings/7')
  await setLocation.click()
  await coordinates().fill('38.6, -121.3')
  const pin = button('Pin of this home')
  await expect.element(pin).toBeVisible()
  const box = pin.element().parentElement!.getBoundingClientRect()
  const at = (x: number, y: number) => ({
    bubbles: true,
    pointerId: 1,
    isPrimary: true,
    buttons: 1,
    clientX: box.left + box.width * x,
    clientY: box.top + box.height * y,
  })
  const element = pin.element()
  // A synthetic pointer cannot be captured.
  element.setPointerCapture = () => {}
  element.hasPointerCapture = () => true
  element.dispatchEvent(new PointerEvent('pointerdown', at(0.5, 0.5)))
  element.dispatchEvent(new PointerEvent('pointermove', at(0.75, 0.25)))
  element.dispatchEvent(new PointerEvent('lostpointercapture', at(0.75, 0.25)))
  await expect.poll(() => (coordinates().element() as HTMLInputElement).value).toMatch(/^38\.60[1-9]\d+, -121\.29/)
})

type Watcher = { see: PositionCallback; fail: PositionErrorCallback }

const before = Object.getOwnPropertyDescriptor(Navigator.prototype, 'geolocation')!
afterEach(() => {
  delete (navigator as { geolocation?: unknown }).geolocation
  Object.defineProperty(Navigator.prototype, 'geolocation', before)
})

function fakeGeolocation(): Watcher & { isWatched: () => boolean } {
  const watchers = new Map<number, Watcher>()
  const geolocation = {
    watchPosition: (see: PositionCallback, fail: PositionErrorCallback) => {
      watchers.set(1, { see, fail })
      return 1
    },
    clearWatch: (id: number) => watchers.delete(id),
  }
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true })
  return {
    see: (position) => watchers.get(1)?.see(position),
    fail: (error) => watchers.get(1)?.fail(error),
    isWatched: () => watchers.size > 0,
  }
}

const fix = (accuracy: number) => ({ coords: { latitude: 38.61, longitude: -121.31, accuracy } }) as GeolocationPosition
const failure = (code: number) => ({ code }) as GeolocationPositionError

longTest('Use my location shows its accuracy, refuses worse than 100 m, and accepts better positions', async () => {
  const agent = await aTypedHome()
  const device = fakeGeolocation()
  await open(agent, '/listings/7')
  await setLocation.click()
  await button('Use my location').click()
  await expect.element(page.getByText('Looking for this device…')).toBeVisible()
  device.see(fix(250))
  await expect.element(page.getByText(/^Within 250 m so far\. 100 m or better is needed/)).toBeVisible()
  await button('Use this location').click()
  await expect.element(coordinates()).toHaveValue('')
  device.see(fix(40))
  await expect.element(page.getByText(/^Within 40 m so far/)).toBeVisible()
  await button('Use this location').click()
  await expect.element(coordinates()).toHaveValue('38.610000, -121.310000')
  expect(device.isWatched()).toBe(false)
  await button('Save location').click()
  await eventually(async () => (await typedProperty(agent.device))?.location_source).toBe('agent')
})

longTest.each([
  ['a denied permission', 1, /may not use the location\. Allow it/],
  ['no position', 2, /not available right now/],
  ['a time-out', 3, /No location after 20 seconds/],
])('Use my location explains %s', async (_, code, words) => {
  const agent = await aTypedHome()
  const device = fakeGeolocation()
  await open(agent, '/listings/7')
  await setLocation.click()
  await button('Use my location').click()
  device.fail(failure(code))
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(button('Try my location again')).toBeVisible()
})

longTest('Use my location explains a coarse location, and a browser without it', async () => {
  const agent = await aTypedHome()
  const device = fakeGeolocation()
  await open(agent, '/listings/7')
  await setLocation.click()
  await button('Use my location').click()
  device.see(fix(3400))
  device.fail(failure(3))
  await expect.element(page.getByText(/Only known to within 3\.4 km/)).toBeVisible()
  delete (navigator as { geolocation?: unknown }).geolocation
  delete (Navigator.prototype as { geolocation?: unknown }).geolocation
  await button('Try my location again').click()
  await expect.element(page.getByText(/This browser cannot say where it is/)).toBeVisible()
})
