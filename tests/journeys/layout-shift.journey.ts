import { expect, test, blockServiceWorker } from './journey-test.ts'
import { openDashboard } from '#tests/support/journey-steps.ts'
import { shiftOf, untilStill, watchShifts } from '../support/layout-shift.ts'
import { workingDay } from '../support/working-day.ts'

test.use(blockServiceWorker)

/** Highest layout shift of a page while it loads, as Chromium measures it. */
const maxShift = 0.02
const devices = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }
const screens = ['/dashboard', '/today', '/my-listings', '/clients', '/clients/new']

test('the screens of a working day do not shift while they load', async ({ page, context, server }) => {
  await watchShifts(context)
  await openDashboard(page, server.origin, 'steady')
  const { day } = await workingDay(page)
  await page.clock.setFixedTime(`${day}T09:30:00`)
  // Waits for the device to have the data, because a first load replaces the page's contents.
  await page.goto(`${server.origin}/tours`)
  await expect(page.locator('#root').getByRole('article')).toHaveCount(1)
  await page.goto(`${server.origin}/clients/new`)
  await page.getByLabel('First Name').fill('Elena')
  for (const viewport of Object.values(devices)) {
    await page.setViewportSize(viewport)
    for (const screen of screens) {
      // A real shift happens each time; one caused by a busy machine does not.
      await expect(async () => {
        await page.goto(server.origin + screen)
        await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
        await untilStill(page)
        expect(await shiftOf(page), `${screen} at ${viewport.width} px`).toBeLessThanOrEqual(maxShift)
      }).toPass({ timeout: 60_000 })
    }
  }
})
