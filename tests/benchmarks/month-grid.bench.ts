import { expect, test, type Page } from '@playwright/test'
import { registerAndLogIn } from '#tests/support/journey-steps.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { figure, percentile } from './figure.ts'

const eventCount = 500

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

test('a month of 500 events, processor slowed four times', async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await registerAndLogIn(page, server.origin, 'month')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  for (let index = 0; index < eventCount; index += 1) {
    const date = `${today.slice(0, 7)}-${String((index % 28) + 1).padStart(2, '0')}`
    const hour = String(6 + (Math.floor(index / 28) % 16)).padStart(2, '0')
    const answer = await context.request.post(`${server.origin}/api/scheduling/appointments/`, {
      headers: { 'X-CSRFToken': csrf },
      data: { title: `Visit ${index}`, date, start_time: `${hour}:00`, end_time: `${hour}:45` },
    })
    expect(answer.status()).toBe(201)
  }
  await page.goto(`${server.origin}/dashboard`)
  const calendar = page.getByRole('region', { name: 'Dashboard Calendar' })
  await expect(calendar.getByRole('button', { name: /^Visit / }).first()).toBeVisible()
  await calendar.getByRole('button', { expanded: false }).first().click()
  await expect(calendar.getByText('+16 more').first()).toBeVisible()

  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (let round = 0; round < 7; round += 1) {
    await show(page, 'Next month', 0)
    times.push(await show(page, 'Previous month', eventCount))
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  figure({
    what: 'a month of 500 events, from the press to the painted grid, 4× slowdown, median of 7',
    value: percentile(times, 0.5),
    unit: 'ms',
    atMost: 200,
  })
})

function show(page: Page, button: string, events: number): Promise<number> {
  return page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((resolve) => {
        const counted = () =>
          [...document.querySelectorAll('[aria-pressed][aria-label]')].reduce(
            (sum, day) => sum + Number(/(\d+) events?$/.exec(day.getAttribute('aria-label') ?? '')?.[1] ?? 0),
            0,
          )
        const chips = () => document.querySelectorAll('.sx__month-grid-event').length
        const startedAt = performance.now()
        document.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)?.click()
        const look = () => {
          const isThere = document.querySelector('.sx__month-grid-day') !== null && counted() >= wanted
          if (isThere && (wanted === 0 ? chips() <= 30 : chips() >= 84)) {
            // It is painted in the next frame.
            requestAnimationFrame(() => resolve(performance.now() - startedAt))
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [button, events] as const,
  )
}
