import { expect, test, type Locator, type Page, blockServiceWorker } from './journey-test.ts'
import { openDashboard } from '#tests/support/journey-steps.ts'
import { withoutTelephone, workingDay } from '../support/working-day.ts'

test.use({ ...blockServiceWorker, viewport: { width: 390, height: 844 }, hasTouch: true })

type Step = string | ((page: Page) => Promise<unknown>)

async function taps(page: Page, steps: Step[]): Promise<number> {
  await page.goto(new URL('/dashboard', page.url()).href)
  // The last view may still be visible beside the page.
  await expect(page.locator('#root').getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  return tapsHere(page, steps)
}

/** Counts taps only: typing and choosing from a list or a suggestion cannot be avoided. */
async function tapsHere(page: Page, steps: Step[]): Promise<number> {
  let count = 0
  for (const step of steps) {
    if (typeof step === 'string') {
      await (await pressable(page, step)).tap()
      count += 1
    } else await step(page)
  }
  return count
}

/**
 * Finds the link of this name, or else the button, or else the field. Repeats, because the previous page may have one
 * of the same name.
 */
async function pressable(page: Page, name: string): Promise<Locator> {
  const exactly = { name, exact: true }
  const ways = [
    page.getByRole('link', exactly),
    page.getByRole('button', exactly),
    page.getByLabel(name, { exact: true }),
  ]
  let found: Locator | undefined
  await expect(async () => {
    const counts = await Promise.all(ways.map((way) => way.count()))
    found = ways[counts.findIndex((count) => count > 0)]
    expect(found, `${name} is there`).toBeDefined()
  }).toPass({ timeout: 30_000, intervals: [50] })
  return found!.first()
}

const heading = (name: string) => (page: Page) =>
  expect(page.locator('#root').getByRole('heading', { level: 1, name })).toBeVisible()

test('ten daily actions of an agent take no more taps than necessary', async ({ page, server }) => {
  await withoutTelephone(page)
  await openDashboard(page, server.origin, 'thumb')
  const { day, homes } = await workingDay(page)
  const [home = ''] = homes
  await page.clock.setFixedTime(`${day}T17:30:00`)
  expect(
    await taps(page, ['New Appointment', 'Create Appointment', (at) => expect(at.getByRole('dialog')).toBeHidden()]),
  ).toBe(2)

  await page.clock.setFixedTime(`${day}T09:30:00`)
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByRole('article')).toHaveCount(3)

  await page.goto(`${server.origin}/dashboard`)
  const directions = page.getByRole('link', { name: `Directions to ${home}` })
  await expect(directions).toHaveAttribute('href', /^https:\/\/.*maps/)
  await directions.tap({ trial: true })

  expect(await taps(page, ['Call Jo Park', saysCalled])).toBe(1)
  expect(await taps(page, ['Clients', 'Call Ann Lee'])).toBe(2)
  expect(
    await taps(page, [
      'Find anything',
      (at) => expect(at.getByRole('dialog').getByRole('combobox')).toBeFocused(),
      (at) => at.keyboard.type('ann l'),
      (at) => expect(at.getByRole('option').first()).toContainText('Ann Lee'),
      (at) => at.keyboard.press('Enter'),
      'Log a Call',
      (at) => at.getByLabel('What Was Said').fill('Wants a garden.'),
      'Log It',
      (at) => expect(at.getByRole('list', { name: 'History' })).toContainText('Wants a garden.'),
    ]),
  ).toBe(3)
  expect(
    await taps(page, [
      'Today',
      'New Showing',
      (at) => at.getByLabel('Listing', { exact: true }).selectOption({ label: homes[1] ?? '' }),
      (at) => at.getByLabel('Client Email').pressSequentially('ann'),
      (at) => at.getByRole('option', { name: /Ann Lee/ }).click(),
      'Create Showing',
      (at) => expect(at.getByRole('dialog')).toBeHidden(),
    ]),
  ).toBe(3)
  expect(
    await taps(page, [
      'Clients',
      'Add New Client',
      async (at) => {
        await at.getByLabel('First Name').fill('Ida')
        await at.getByLabel('Last Name').fill('Moor')
        await at.getByLabel('Email').fill('ida@mailbox.example')
      },
      'Create Client',
      heading('Clients'),
    ]),
  ).toBe(3)
  expect(
    await taps(page, [
      'My Listings',
      `Edit ${home}`,
      'Listing Price',
      (at) => at.getByLabel('Listing Price').fill('245000'),
      'Update Listing',
      (at) => expect(at).not.toHaveURL(/edit/),
      (at) => expect(at.getByText('$245,000').first()).toBeVisible(),
    ]),
  ).toBe(4)
  await page.clock.setFixedTime(`${day}T10:45:00`)
  expect(await taps(page, ['Today', 'Start Tour', (at) => expect(at).toHaveURL(/\/run$/)])).toBe(2)
  const run = page.url()
  await page.getByRole('button', { name: 'I’m here' }).tap()
  await page.getByRole('button', { name: '10 minutes late' }).tap()
  const text = page.getByRole('link', { name: 'Apply and Text Jo' })
  await expect(text).toHaveAttribute('href', /^sms:9165550118\?body=Hi%20Jo/)
  await text.tap()
  await expect(page.getByRole('button', { name: 'Log it' })).toBeVisible()
  await page.goto(run)
  await page.getByRole('button', { name: 'I’m leaving' }).tap()

  await page.clock.setFixedTime(`${day}T13:50:00`)
  const pin = '2580'
  expect(
    await taps(page, [
      'Today',
      `Start Sign-in at ${home}`,
      (at) => at.getByLabel('PIN', { exact: true }).fill(pin),
      (at) => at.getByLabel('Repeat PIN').fill(pin),
      'Start',
      (at) => expect(at.getByRole('button', { name: 'Tap to sign in' })).toBeVisible(),
    ]),
  ).toBe(3)
})

test('an address is corrected in three taps, at its stop during a tour and on its page', async ({ page, server }) => {
  await withoutTelephone(page)
  await openDashboard(page, server.origin, 'corrector')
  const { day, homes } = await workingDay(page)
  await page.clock.setFixedTime(`${day}T10:45:00`)
  await taps(page, ['Today', 'Start Tour', (at) => expect(at).toHaveURL(/\/run$/)])
  const next = page.getByRole('region', { name: 'Next stop' })
  const edit = next.getByRole('button', { name: /^Edit home / })
  const stop = ((await edit.getAttribute('aria-label')) ?? '').replace('Edit home ', '')
  expect(await tapsHere(page, correction(stop, `${stop} #4`))).toBe(3)
  await expect(next).toContainText(`${stop} #4`)

  const [home = ''] = homes
  await page.goto(`${server.origin}/my-listings`)
  await page.getByRole('link', { name: `View Details of ${home}` }).tap()
  expect(await tapsHere(page, correction(home, `${home} #4`))).toBe(3)
  await expect(page.locator('#root').getByRole('heading', { level: 1, name: `${home} #4` })).toBeVisible()
})

function correction(from: string, to: string): Step[] {
  return [
    `Edit home ${from}`,
    'Address',
    (at) => at.getByLabel('Address', { exact: true }).fill(to),
    'Update home',
    (at) => expect(at.getByRole('dialog')).toBeHidden(),
  ]
}

const saysCalled = (page: Page) => expect(page.getByText('Called Jo Park?')).toBeVisible()
