import { expect, test, withoutWorker } from './at-a-server.ts'
import { openDashboard } from '../support/agent-at-work.ts'
import { shiftOf, untilStill, watchShifts } from '../support/layout-shift.ts'
import { workingDay } from '../support/working-day.ts'

test.use(withoutWorker)

/** What a page may shift while it loads, as Chromium counts it. */
const mostShift = 0.02
const devices = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }
const screens = ['/dashboard', '/today', '/my-listings', '/clients', '/clients/new']

test('the screens of a working day stay where they are while they load', async ({ page, context, server }) => {
  await watchShifts(context)
  await openDashboard(page, server.origin, 'steady')
  const { day } = await workingDay(page)
  await page.clock.setFixedTime(`${day}T09:30:00`)
  // Until the device has it: what arrives for the first time takes the place of what was said before.
  await page.goto(`${server.origin}/tours`)
  await expect(page.locator('#root').getByRole('article')).toHaveCount(1)
  // A form comes back with what was typed.
  await page.goto(`${server.origin}/clients/new`)
  await page.getByLabel('First Name').fill('Elena')
  for (const viewport of Object.values(devices)) {
    await page.setViewportSize(viewport)
    for (const screen of screens) {
      // What really shifts does so each time; what a busy machine has once held up does not.
      await expect(async () => {
        await page.goto(server.origin + screen)
        await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
        await untilStill(page)
        expect(await shiftOf(page), `${screen} at ${viewport.width} px`).toBeLessThanOrEqual(mostShift)
      }).toPass({ timeout: 60_000 })
    }
  }
})
