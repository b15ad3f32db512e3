import { expect, test } from '@playwright/test'
import { registerAndLogIn } from '../support/agent-at-work.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { shiftOf, untilStill, watchShifts } from '../support/layout-shift.ts'
import { workingDay } from '../support/working-day.ts'

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

test.use({ viewport: { width: 390, height: 844 } })

test('nothing on a page moves while a slow phone reads it', async ({ page, context }) => {
  await watchShifts(context)
  await registerAndLogIn(page, server.origin, 'steady')
  const { day } = await workingDay(page)
  await page.clock.setFixedTime(`${day}T09:30:00`)
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByRole('article')).toHaveCount(3)
  const slow = await context.newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 2 })
  const tour = await page.evaluate(async () => {
    const answer = await fetch('/api/tours/tours/')
    const { results } = (await answer.json()) as { results: { id: number }[] }
    return results[0]?.id
  })
  for (const path of ['/clients', '/today', '/dashboard', `/tours/${tour}`, `/tours/${tour}/run`]) {
    await page.goto(server.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilStill(page)
    expect(await shiftOf(page), path).toBeLessThanOrEqual(0.02)
  }
})
