import { beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import '#ui/styles/styles.css'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { aTour, clockAt, today } from '#tests/support/tour-screens.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(async () => {
  await page.viewport(1280, 900)
  clockAt('08:00')
  await loadZipPlaces()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const selected = page.getByRole('region', { name: 'Selected listings' })
const route = page.getByRole('region', { name: 'Route' })

async function typedHomes(device: Device, ...homes: [address: string, zip_code: string][]): Promise<void> {
  for (const [index, [address, zip_code]] of homes.entries()) {
    const property = { address, city: 'Portlandia', state: 'OR', zip_code, latitude: null, longitude: null }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await saved(device, 'listing', index + 1, { listing_price: 400_000, status: 'For Sale', property })
  }
}

longTest('typed homes are planned at approximate places and marked, and an unknown one comes last', async () => {
  const { device, ...agent } = await anAgentAtWork()
  useConnection.setState({ state: 'offline' })
  await typedHomes(device, ['2211 SE Taylor St', '97214'], ['1427 SE 34th Ave', '97214'], ['9 Nowhere Ln', '00000'])
  await openScreens({ device, ...agent }, '/tours/new')
  for (const address of ['2211 SE Taylor St', '1427 SE 34th Ave']) await button(`Add ${address}`).click()
  // Two homes of one ZIP code are some way apart; the distance is approximate.
  await expect.element(route.getByText(/^≈ 0\.[1-9] mi \(≈ [\d.]+ km\) · ≈ \d+% efficient$/)).toBeVisible()
  expect(selected.getByText('approximate location').elements()).toHaveLength(2)
  expect(page.getByText(/^Saves /).elements()).toHaveLength(0)
  await expect.element(page.getByText(/^2 homes · .* · ≈ 0\.[1-9] mi$/)).toBeVisible()

  await button('Add 9 Nowhere Ln').click()
  await expect.element(selected.getByText('location unknown')).toBeVisible()
  await expect.element(page.getByText(/^2 of 3 homes · /)).toBeVisible()
  expect(button(/^Try /).elements()).toHaveLength(0)
  // At the bottom, the bar would cover a part of a field.
  scrollTo(0, 0)
  expect(await axeFindings()).toEqual([])
  await button('Put it last without a drive').click()
  await expect.element(page.getByText(/^3 homes · .* mi without the drive to 1 home$/)).toBeVisible()
  expect(page.getByText(/efficient/).elements()).toHaveLength(0)
  await page.getByLabelText('Client Email', { exact: true }).fill('jo@mailbox.example')
  await button('Create Tour').click()
  await expect.poll(() => device.database.tours.count()).toBe(1)
  const [tour] = await device.database.tours.toArray()
  expect(tour?.stops).toMatchObject([
    { is_approximate: true },
    { is_approximate: true, drive_minutes: expect.any(Number) },
    { listing_id: 3, is_approximate: false, latitude: null, drive_minutes: null },
  ])
})

longTest('setting a location in Create Tour updates the plan, and does not save the tour', async () => {
  const { device, ...agent } = await anAgentAtWork()
  useConnection.setState({ state: 'offline' })
  await typedHomes(device, ['2211 SE Taylor St', '97214'], ['1427 SE 34th Ave', '97214'])
  await openScreens({ device, ...agent }, '/tours/new')
  for (const address of ['2211 SE Taylor St', '1427 SE 34th Ave']) await button(`Add ${address}`).click()
  await selected.getByRole('button', { name: 'Set location of 2211 SE Taylor St' }).click()
  await page.getByLabelText('Coordinates or a map link').fill('45.5154, -122.6411')
  await button('Save location').click()
  await expect.element(page.getByText('The location of 2211 SE Taylor St is set.')).toBeVisible()
  await expect.poll(() => selected.getByText('approximate location').elements()).toHaveLength(1)
  await expect.element(selected.getByRole('button', { name: 'Set location of 2211 SE Taylor St' })).toBeVisible()
  await expect.element(selected.getByRole('button', { name: 'Edit home 2211 SE Taylor St' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Create Tour' })).toBeVisible()
  expect(page.getByText('Client Email is required').elements()).toHaveLength(0)
  expect(await device.database.tours.count()).toBe(0)
})

longTest('a tour with an approximate stop says so on its page, in the run and on Today', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  const tour = (await agent.device.database.tours.toArray())[0]!
  const stops = tour.stops.map((stop) =>
    stop.order === 2 ? { ...stop, is_approximate: true, uncertainty_miles: 1 } : { ...stop, is_approximate: false },
  )
  await agent.device.database.tours.update(tour.key, { stops })
  for (const { listing_id, listing_address: address, latitude, longitude, order } of tour.stops) {
    const place =
      order === 2 ? { latitude: null, longitude: null } : { latitude: latitude ?? null, longitude: longitude ?? null }
    const property = { address, city: 'Carmichael', zip_code: '95608', ...place }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await saved(agent.device, 'listing', Number(listing_id), { status: 'For Sale', property })
  }
  const { go } = await openScreens(agent, '/tours/1')
  await expect.element(page.getByText('≈ 12 min · ≈ 3.4 mi').first()).toBeVisible()
  await expect.element(page.getByText('≈ 6.8 mi').first()).toBeVisible()
  await expect.element(page.getByText('≈ 165 min').first()).toBeVisible()
  expect(page.getByText('approximate location', { exact: true }).elements()).toHaveLength(1)
  await expect.element(page.getByRole('img', { name: /2, .*, approximate location/ })).toBeVisible()
  go('/tours/1?edit=all')
  await expect.element(page.getByText(/^3 homes · .* · ≈ 6\.8 mi$/)).toBeVisible()
  go('/tours/1/run')
  await expect.element(page.getByText('≈ 12 min · ≈ 3.4 mi').first()).toBeVisible()
  go('/today')
  await expect.element(page.getByText(/^≈ 12 min · ≈ 3\.4 mi · leave by ≈ /).first()).toBeVisible()
})

longTest('the location of an own visit is set from the page of a tour, its form, and Today', async () => {
  const agent = await anAgentAtWork()
  const property = { address: '2211 SE Taylor St', city: 'Portland', state: 'OR', zip_code: '97214' }
  await saved(agent.device, 'listing', 4, { status: 'For Sale', property: { ...property, latitude: null } })
  const showing = { listing_key: '4', showing_date: today, client_email: 'jo@mailbox.example' }
  await saved(agent.device, 'showing', 5, { ...showing, start_time: '12:30:00', end_time: '13:00:00' })
  await aTour(agent.device, 1, { tour_date: today, start_time: '09:00:00', end_time: '14:00:00' })
  clockAt('12:00')
  const { go } = await openScreens(agent, '/tours/1')
  const own = page.getByRole('listitem').filter({ hasText: 'Your other plans' })
  await expect.element(own.getByText('approximate location')).toBeVisible()
  await own.getByRole('button', { name: 'Set location of 2211 SE Taylor St' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Set location' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  go('/tours/1?edit=all')
  await page.getByRole('button', { name: /^Showing at 2211 SE Taylor St/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Showing at 2211 SE Taylor St' })
  await expect.element(sheet.getByText('approximate location')).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Set location of 2211 SE Taylor St' })).toBeVisible()

  go('/today')
  const next = page.getByRole('region', { name: 'Next', exact: true })
  await expect.element(next.getByText('approximate location')).toBeVisible()
  await next.getByRole('button', { name: 'Set location of 2211 SE Taylor St' }).click()
  await page.getByLabelText('Coordinates or a map link').fill('45.5154, -122.6411')
  await button('Save location').click()
  await expect.poll(() => next.getByText('approximate location').query()).toBeNull()
})

longTest('the first visit of a day, without a known drive, says that its location is approximate', async () => {
  const agent = await anAgentAtWork()
  const property = { address: '2211 SE Taylor St', city: 'Portland', state: 'OR', zip_code: '97214', latitude: null }
  await saved(agent.device, 'listing', 4, { status: 'For Sale', property })
  const showing = { listing_key: '4', showing_date: today, client_email: 'jo@mailbox.example' }
  await saved(agent.device, 'showing', 5, { ...showing, start_time: '12:30:00', end_time: '13:00:00' })
  clockAt('12:00')
  await openScreens(agent, '/today')
  const next = page.getByRole('region', { name: 'Next', exact: true })
  await expect.element(next.getByText('approximate location')).toBeVisible()
  await expect.element(next.getByRole('button', { name: 'Set location of 2211 SE Taylor St' })).toBeVisible()
})

longTest('in Create Tour every home of the agent can be edited, even with a known location', async () => {
  await page.viewport(390, 844)
  const { device, ...agent } = await anAgentAtWork()
  const place = { latitude: 45.5154, longitude: -122.6411, city: 'Portlandia', state: 'OR', zip_code: '97214' }
  const facts = { bedrooms: 4, bathrooms: 2, status: 'For Sale' } as const
  for (const [id, location_source] of [
    [1, 'file'],
    [2, 'agent'],
  ] as const) {
    const property = { ...place, ...facts, address: `${id} Taylor St`, location_source }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await saved(device, 'listing', id, { listing_price: 400_000, status: 'For Sale', property })
  }
  const other = { key: '3', id: 3, listing_price: 1, property: { ...place, address: '3 Taylor St' } }
  await device.database.available_listings.put(other)
  await openScreens({ device, ...agent }, '/tours/new')
  for (const id of [1, 2, 3]) await button(`Add ${id} Taylor St`).click()
  for (const id of [1, 2])
    await expect.element(selected.getByRole('button', { name: `Edit home ${id} Taylor St` })).toBeVisible()
  await expect.element(selected.getByRole('button', { name: 'Set location of 2 Taylor St' })).toBeVisible()
  expect(selected.getByRole('button', { name: 'Set location of 1 Taylor St' }).elements()).toHaveLength(0)
  expect(selected.getByRole('button', { name: /3 Taylor St/ }).elements()).toHaveLength(3)
  await selected.getByRole('button', { name: 'Edit home 1 Taylor St' }).click()
  await expect
    .element(page.getByRole('form', { name: 'Edit home' }).getByText('Location from the import'))
    .toBeVisible()
})
