import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { screens } from '#tests/screenshots/screens.ts'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { untilPageIsStill } from '#tests/support/layout-shift.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay } from '#tests/support/working-day.ts'
import { startBrowserWithServer } from './browser-with-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import type { EnginePage } from './engine-page.ts'
import { registerAndSignIn } from './fanlight.ts'
import { button, css, label, text } from './targets.ts'

const folder = path.resolve(process.env['SCREENSHOTS'] ?? 'screenshots/engines')
const devices = [
  ['phone', 390, 844],
  ['desktop', 1280, 900],
] as const
/** Maximum number of pictures of a screen; the rest of a long list looks the same. */
const maxPictures = 4
const pin = '2580'

/** The working day has a record of each kind with the id 1; only its first three properties have listings. */
const atTestData = (address: string) => address.replace('$propertyId', '9').replaceAll(/\$\w+/g, '1')
const addresses = Object.entries(screens)
const withoutAgent = addresses
  .filter(([, states]) => Object.values(states).some(({ agent }) => agent === 'guest'))
  .map(([address]) => address)
const withRecords = [
  ...addresses
    .filter(([, states]) => Object.values(states).some(({ agent }) => agent !== 'guest'))
    .map(([address]) => address),
  '/dashboard?view=week',
  '/dashboard?view=month',
  '/settings?tab=data',
].map(atTestData)
const kiosks = ['/open-houses/$openHouseId/kiosk', '/open-houses/$openHouseId/survey-kiosk'].map(atTestData)

test.each(chosenEngines)('pictures of every screen in %s, on a phone and at a desk', async (engine) => {
  const startServer = () => startBuiltServer([['import-properties', salesFile]])
  const { page, end } = await startBrowserWithServer(engine, startServer)
  try {
    await takeAll(page, withoutAgent, 'guest-')
    await registerAndSignIn(page, 'pictures')
    await page.run(`return (${makeWorkingDay.toString()})()`)
    await untilDayIsThere(page)
    await takeAll(page, withRecords)
    for (const kiosk of kiosks) {
      await page.goto(kiosk)
      await page.fill(label('PIN'), pin)
      await page.fill(label('Repeat PIN'), pin)
      await page.click(button('Start'))
      await page.see(button('Leave'))
      await takeAll(page, [kiosk], 'running-')
      await page.hold(button('Leave'), css('[role=dialog]'))
      await page.fill(label('PIN'), pin)
      await page.click(css('[role=dialog] [type=submit]'))
      await page.until(`location.pathname === '/listings/1'`)
    }
  } finally {
    await end()
  }
})

/** A pull brings the records one kind after the other. */
async function untilDayIsThere(page: EnginePage): Promise<void> {
  await page.goto('/clients/1')
  await page.see(text('Showing at'))
  await page.see(text('Tour #1'))
  await page.goto('/open-houses/1/kiosk')
  await page.heading('Open-house sign-in')
}

async function takeAll(page: EnginePage, paths: readonly string[], prefix = ''): Promise<void> {
  for (const [device, width, height] of devices) {
    await mkdir(path.join(folder, page.engine, device), { recursive: true })
    await page.resize(width, height)
    for (const one of paths) {
      await page.goto(one)
      await page.until(`document.querySelector('#root main h1') !== null`)
      await page.until(`document.querySelector('#root [data-skeleton]') === null`)
      await page.run(`return (${untilPageIsStill.toString()})()`)
      const name = `${prefix}${one.replaceAll(/\W+/g, '-').slice(1) || 'home'}`
      await takeFromTopToEnd(page, path.join(folder, page.engine, device, name))
    }
  }
}

/** Takes a picture for each window height; two neighbors overlap. */
async function takeFromTopToEnd(page: EnginePage, name: string): Promise<void> {
  await page.screenshot(`${name}.png`)
  for (let count = 2; count <= maxPictures; count += 1) {
    const hasMoved = await page.run(`
      const before = scrollY
      scrollBy({ top: innerHeight - 200, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 100))
      return scrollY > before`)
    if (hasMoved !== true) return
    await page.screenshot(`${name}-${count}.png`)
  }
}
