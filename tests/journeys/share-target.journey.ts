import { expect, test } from './journey-test.ts'
import { logIn, register } from '#tests/support/journey-steps.ts'
import { share } from '../support/share.ts'

test.use({ serviceWorkers: 'allow' })

test('content shared by other apps offline opens in the right form', async ({ page, context, server }) => {
  await register(page, server.origin, 'sharer')
  await logIn(page, 'sharer')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${server.origin}/today`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)

  await share(page, { title: '', text: 'Maya Lindqvist\nmaya@example.com\n555 010 2233' })
  await expect(page.getByLabel('First Name')).toHaveValue('Maya')
  await expect(page.getByLabel('Email')).toHaveValue('maya@example.com')
  await page.getByRole('button', { name: 'Create Client' }).click()
  await expect(page).toHaveURL(/\/clients$/)
  await expect(page.getByText('Maya Lindqvist').first()).toBeVisible()

  const card =
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Okafor;Ada;;;\r\nFN:Ada Okafor\r\nEMAIL:ada@example.com\r\nEND:VCARD\r\n'
  await share(page, {}, { name: 'ada.vcf', type: 'text/vcard', base64: btoa(card) })
  await expect(page).toHaveURL(/\/clients\/import$/)
  await expect(page.getByText('Ada Okafor').first()).toBeVisible()

  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await share(page, {}, { name: 'kitchen.png', type: 'image/png', base64: dot })
  await expect(page.getByRole('heading', { name: 'Which listing is it for?' })).toBeVisible()
  await context.setOffline(false)
})
