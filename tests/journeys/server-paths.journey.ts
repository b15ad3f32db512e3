import { expect, test } from './journey-test.ts'
import { beginSignedIn } from '#tests/support/journey-steps.ts'

test('server addresses open in a browser in which the app is installed', async ({ page, server }) => {
  const { origin } = server
  await beginSignedIn(page, origin, 'paths')
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.goto(`${origin}/settings/data`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const feed = await page.evaluate(async () => {
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const answer = await fetch('/api/users/calendar-feed/', { method: 'POST', headers: { 'X-CSRFToken': token } })
    return ((await answer.json()) as { address?: string }).address ?? ''
  })

  const health = await page.goto(`${origin}/healthz`)
  expect([health?.fromServiceWorker(), await page.textContent('body')]).toEqual([
    false,
    expect.stringContaining('"status":"ok"'),
  ])

  await page.goto(`${origin}/settings/data`)
  const download = page.waitForEvent('download')
  // A browser downloads a file that it cannot display.
  await page.goto(new URL(feed, origin).href).catch(() => {})
  expect((await download).suggestedFilename()).toBe('fanlight.ics')
})
