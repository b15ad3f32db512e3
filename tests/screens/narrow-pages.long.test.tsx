import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberAgent } from '#storage/device/remembered-agent.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { openApp } from '#tests/support/whole-app.tsx'

const agentsPages = [
  '/dashboard',
  '/today',
  '/my-listings',
  '/clients/import',
  '/appointments/import',
  '/listings/import',
  '/figures/import',
  '/clients/new',
  '/settings',
  '/outbox',
  '/more',
  '/open-houses/1/kiosk',
]

test.each(['100%', '200%'])('at 320 pixels with text of %s nothing scrolls horizontally', async (size) => {
  await page.viewport(320, 640)
  setTextSize(size)
  const server = startAccountServer()
  const maya = server.addAccount({ username: 'maya-with-a-rather-long-name' })
  const visitor = await openApp('/login')
  await expectNoSidewaysScroll('/login')
  await visitor.close()

  server.signedIn = maya
  await rememberAgent(maya)
  const app = await openApp('/dashboard')
  for (const address of agentsPages) {
    app.go(address)
    await expectNoSidewaysScroll(address)
    const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link').elements()
    expect(places.map((place) => place.getBoundingClientRect().right <= 320)).toEqual(places.map(() => true))
  }
})

async function expectNoSidewaysScroll(address: string): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth, address).toBeLessThanOrEqual(clientWidth)
}
