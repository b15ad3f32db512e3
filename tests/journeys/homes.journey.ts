import { expect, test, type Page } from './journey-test.ts'
import { recordsOnServer, registerAndLogIn, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import { cachedZipTableUrls } from '#tests/support/cached-zip-tables.ts'

test.use({ actionTimeout: 20_000, viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['geolocation'] })

const day = '2027-03-20'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const route = (page: Page) => page.getByRole('region', { name: 'Tour Route' })

test('a new account plans pasted homes offline, and the server’s plan agrees to the minute', async ({
  page,
  context,
  server,
}) => {
  await registerAndLogIn(page, server.origin, 'nell')
  await page.goto(`${server.origin}/tours/new`)
  await expect.poll(() => cachedZipTableUrls(page)).toHaveLength(1)
  await context.setGeolocation({ latitude: 33.8081, longitude: -117.876, accuracy: 8 })
  await context.setOffline(true)
  await ownOpenHouse(page)

  await page.goto(`${server.origin}/tours/new`)
  await page.getByLabel('Tour Date').fill(day)
  await page.getByLabel('Client Email').fill('buyer@mailbox.example')
  await addHome(page, '100 N Main St, Anaheim, CA 92805')
  await addHome(page, '900 S Harbor Blvd\nAnaheim, CA 92805\nUSA')
  await addHome(page, '1220 W Lincoln Ave, Anaheim, CA 92508')
  await addHome(page, '2000 E Gene Autry Way, Anaheim, CA 92806')

  // The ZIP code of the third home has two swapped digits.
  await button(page, 'Edit home 1220 W Lincoln Ave').click()
  await page.getByRole('dialog').getByLabel('ZIP Code').fill('92805')
  await button(page, 'Update home').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await button(page, 'Set location of 2000 E Gene Autry Way').click()
  await button(page, 'Use my location').click()
  await button(page, 'Use this location').click()
  await button(page, 'Save location').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('The location of 2000 E Gene Autry Way is set.')).toBeVisible()

  await button(page, 'Create Tour').click()
  await expect(page.getByRole('heading', { level: 1, name: 'New tour' })).toBeVisible()
  await expect(route(page).getByRole('heading', { level: 3 }).filter({ hasNotText: 'Lunch' })).toHaveCount(5)
  const figures = await route(page)
    .getByText(/ min · .* mi$/)
    .allTextContents()
  expect(figures).toHaveLength(4)
  for (const drive of figures) expect(drive).toMatch(/^Drive ≈ [1-9]\d* min · ≈ [\d.]+ mi$/)

  await context.setOffline(false)
  await untilEverythingIsSent(page)
  const [tour] = await recordsOnServer(context, server.origin, 'tours/tours/')
  const planned = (tour as { stops: Stop[] }).stops
  expect(planned).toHaveLength(4)
  const visits = [{ estimated_arrival: '08:00:00', estimated_departure: '09:30:00' }, ...planned]
  for (const [index, { estimated_arrival }] of planned.entries())
    expect(estimated_arrival > visits[index]!.estimated_departure, 'there is a drive before each home').toBe(true)
  expect(await plannedByServer(page, tour!)).toEqual(planned.map(timesOf))
})

type Stop = {
  listing_id: number
  estimated_arrival: string
  estimated_departure: string
  drive_minutes: number
  is_approximate: boolean
}

const timesOf = ({ listing_id, estimated_arrival, estimated_departure, drive_minutes }: Stop) => ({
  listing_id,
  estimated_arrival,
  estimated_departure,
  drive_minutes,
})

/**
 * The stops of the same tour as planned by the server. Deletes the tour first, because its visits would be in the way.
 */
async function plannedByServer(page: Page, tour: Record<string, unknown>): Promise<object[]> {
  const { id, client_email, tour_date, start_time, end_time, selected_listings, preferences } = tour
  const asked = { client_email, tour_date, start_time, end_time, selected_listings, preferences }
  const answer = await page.evaluate(
    async ({ id, asked }) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'X-CSRFToken': token, 'Content-Type': 'application/json' }
      await fetch(`/api/tours/tours/${id}/`, { method: 'DELETE', headers })
      const response = await fetch('/api/tours/tours/intelligent-create/', {
        method: 'POST',
        body: JSON.stringify(asked),
        headers,
      })
      return (await response.json()) as { stops: Stop[] }
    },
    { id: String(id), asked },
  )
  expect(answer).toHaveProperty('stops')
  return answer.stops.map(timesOf)
}

async function ownOpenHouse(page: Page): Promise<void> {
  await page.goto(new URL('/listings/new', page.url()).href)
  await button(page, 'Add a property').click()
  await page.getByLabel('Address', { exact: true }).fill('1500 S Douglass Rd, Anaheim, CA 92806')
  await page.getByLabel('ZIP Code').focus()
  await expect(page.getByLabel('ZIP Code')).toHaveValue('92806')
  await button(page, 'Add Property').click()
  await page.getByLabel('Listing Price').fill('640000')
  await page.getByLabel('Description').fill('Corner lot.')
  await button(page, 'Create Listing').click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Listings' })).toBeVisible()
  await button(page, 'View').click()
  await button(page, 'New Open House').click()
  await page.getByLabel('Date', { exact: true }).fill(day)
  await page.getByLabel('Start Time').fill('08:00')
  await page.getByLabel('End Time').fill('09:30')
  await button(page, 'Create Open House').click()
  await expect(page.getByRole('link', { name: 'Start Sign-in' }).first()).toBeVisible()
}

async function addHome(page: Page, text: string): Promise<void> {
  await button(page, 'Add a home').click()
  const sheet = page.getByRole('dialog', { name: 'Add a home' })
  await sheet.getByLabel('Address', { exact: true }).focus()
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    const field = document.activeElement as HTMLInputElement
    if (field.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
  }, text)
  await sheet.getByRole('button', { name: 'Add home', exact: true }).click()
  await expect(sheet).toBeHidden()
}
