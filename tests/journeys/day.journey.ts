import { expect, test, type Page, blockServiceWorker } from './journey-test.ts'
import { logIn, openDashboard, recordsOnServer, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import { withoutTelephone, workingDay } from '../support/working-day.ts'

const phone = { serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true } as const
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true }

test.use(blockServiceWorker)

test('a whole day, half of it offline, reaches the desktop once, from first call to seller report', async ({
  browser,
  page: desk,
  server,
}) => {
  const { origin } = server
  await openDashboard(desk, origin, 'whole-day')
  const { day, homes } = await workingDay(desk)
  const [home = '', second = ''] = homes
  const at = async (page: Page, time: string) => {
    await page.clock.setFixedTime(`${day}T${time}:00`)
    await page.goto(`${origin}/today`)
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  }

  const carried = await browser.newContext(phone)
  const page = await carried.newPage()
  await withoutTelephone(page)
  await page.goto(`${origin}/login`)
  await logIn(page, 'whole-day')
  await page.evaluate(() => navigator.serviceWorker.ready)

  // Before the first showing: finding a client and logging a call.
  await at(page, '09:30')
  await page.getByRole('button', { name: 'Find anything' }).tap()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('jo pa')
  await page.getByRole('option', { name: /^Jo Park Client/ }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Jo Park' })).toBeVisible()
  await page.getByRole('link', { name: 'Call Jo', exact: true }).tap()
  await page.getByRole('button', { name: 'Log it' }).tap()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Call')

  // In the house there is no network.
  await carried.setOffline(true)
  await at(page, '10:20')
  await page.getByRole('button', { name: 'Held', exact: true }).tap()
  await page.getByRole('button', { name: '4 of 5' }).tap()
  await page.getByRole('button', { name: /^Add Feedback/ }).tap()
  await page.getByLabel('For the seller').fill('Loved the light in the kitchen.')
  await page.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(page.getByText('“Loved the light in the kitchen.”')).toBeVisible()

  await at(page, '10:45')
  await page.getByRole('button', { name: 'Start Tour' }).tap()
  await expect(page).toHaveURL(/\/run$/)
  await page.getByRole('button', { name: '5 minutes late', exact: true }).tap()
  await page.getByRole('link', { name: 'Apply and Text Jo' }).tap()
  await page.getByRole('button', { name: 'I’m here' }).tap()
  await page.getByRole('button', { name: 'I’m leaving' }).tap()
  await expect(page.getByRole('region', { name: 'Next stop' })).not.toContainText(second)
  await page.getByRole('button', { name: 'Skip', exact: true }).tap()
  await page.getByRole('button', { name: 'Mark as Completed' }).tap()
  await expect(page.getByText('This tour is completed.')).toBeVisible()

  await page.goto(`${origin}/clients`)
  await page.getByRole('link', { name: 'View Jo Park' }).tap()
  await page.getByRole('button', { name: 'New Follow-up' }).tap()
  await page.getByLabel('What to Do').fill('Send the floor plan')
  await page.getByRole('button', { name: 'Save Follow-up' }).tap()
  await expect(page.getByRole('region', { name: 'Follow-ups' })).toContainText('Send the floor plan')

  // At the open house: the office tablet.
  const shared = await browser.newContext(tablet)
  const kiosk = await shared.newPage()
  await kiosk.goto(`${origin}/login`)
  await logIn(kiosk, 'whole-day')
  await at(kiosk, '14:10')
  await kiosk.getByRole('link', { name: `Start Sign-in at ${home}` }).tap()
  await kiosk.getByLabel('PIN', { exact: true }).fill('2580')
  await kiosk.getByLabel('Repeat PIN').fill('2580')
  await kiosk.getByRole('button', { name: 'Start', exact: true }).tap()
  await kiosk.getByRole('button', { name: 'Tap to sign in' }).tap()
  await kiosk.getByLabel('Your name').fill('Ruth Linden')
  await kiosk.getByLabel('Email', { exact: true }).fill('ruth@mailbox.example')
  for (const step of ['Next', 'Sign in', 'Done']) await kiosk.getByRole('button', { name: step, exact: true }).tap()
  await expect(kiosk.getByRole('button', { name: 'Tap to sign in' })).toBeVisible({ timeout: 30_000 })

  await carried.setOffline(false)
  await untilEverythingIsSent(page)

  // In the evening: the desktop.
  await desk.clock.setFixedTime(`${day}T18:00:00`)
  await desk.goto(`${origin}/clients`)
  await desk.getByRole('link', { name: 'View Jo Park' }).click()
  const history = desk.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(history).toContainText('Held · For the seller: Loved the light in the kitchen.')
  await expect(history).toContainText('Call')
  await expect(history).toContainText(second)
  await expect(desk.getByRole('region', { name: 'Follow-ups' })).toContainText('Send the floor plan')
  await desk.goto(`${origin}/my-listings`)
  await desk.getByRole('article', { name: home }).getByRole('link', { name: /^View/ }).click()
  await expect(desk.getByRole('button', { name: /1 visitor/ })).toBeVisible()
  await desk.goto(`${desk.url()}/dashboard`)
  await expect(desk.getByLabel('Seller report').getByText('Loved the light in the kitchen.')).toBeAttached()

  const [tour] = await recordsOnServer(desk.context(), origin, 'tours/tours/')
  expect(tour).toMatchObject({
    status: 'completed',
    steps: [{ kind: 'late' }, { kind: 'arrived' }, { kind: 'left' }, { kind: 'skipped' }],
  })
  for (const [path, count] of [
    ['crm/interactions/', 1],
    ['crm/follow-ups/', 1],
    ['tours/tours/', 1],
  ] as const) {
    expect(await recordsOnServer(desk.context(), origin, path), path).toHaveLength(count)
  }
  await carried.close()
  await shared.close()
})
