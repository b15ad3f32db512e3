import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltServer, startBuiltServer } from '#tests/support/built-server.ts'
import { startAnotherSite } from './another-site.ts'
import type { Engine } from './driver.ts'
import { type EnginePage, startEngine } from './engine-page.ts'
import {
  addClient,
  discardDraft,
  expectField,
  leaveScreens,
  registerAndSignIn,
  syncState,
  workerControls,
} from './fanlight.ts'
import { button, label, text } from './targets.ts'

/** A day in a minute, each step of which goes on where the one before has ended. */
export function smokeJourney(engine: Engine): void {
  describe(`in ${engine}`, () => {
    let server: BuiltServer
    let elsewhere: Awaited<ReturnType<typeof startAnotherSite>>
    let page: EnginePage

    beforeAll(async () => {
      server = await startBuiltServer()
      elsewhere = await startAnotherSite()
      // Another host than that of the other site, so that cookies and storage are its own.
      page = await startEngine(engine, server.origin.replace('127.0.0.1', 'localhost'))
    })

    afterAll(async () => {
      await page?.end()
      await elsewhere?.close()
      await server?.close()
    })

    test('an agent registers, signs in, and the worker keeps the app', async () => {
      await registerAndSignIn(page, 'smoke')
      await workerControls(page)
    })

    test('a client is saved and sent', async () => {
      await addClient(page, 'Ada', 'Lark')
      await syncState(page, 'saved')
    })

    test('words survive a reload, and a way back to a cached page', async () => {
      await page.goto('/clients/new')
      await page.heading('Add New Client')
      await page.fill(label('First Name'), 'Kept')
      await page.reload()
      await page.heading('Add New Client')
      await expectField(page, 'first_name', 'Kept')
      await page.goto('/healthz')
      await page.back()
      await page.heading('Add New Client')
      await expectField(page, 'first_name', 'Kept')
      await page.forward()
      await page.back()
      await expectField(page, 'first_name', 'Kept')
      await discardDraft(page)
    })

    test('A24: no screen is stuck after others were left in the middle of writes', async () => {
      expect((await leaveScreens(page, elsewhere.address, 12)).filter((time) => time === null)).toEqual([])
    })

    test('without a server a client is saved, and screens open', async () => {
      await page.goto('/clients/new')
      await page.heading('Add New Client')
      if (await page.sees(button('Discard Draft'))) await discardDraft(page)
      await server.stop()
      await addClient(page, 'Off', 'Line')
      await page.reload()
      await page.see(text('Off Line'))
      await page.goto('/today')
      await page.heading('Today')
    })

    test('what waits is sent when the server is back', async () => {
      await server.restart()
      await syncState(page, 'saved')
    })

    test('a second tab follows', async () => {
      await page.openTab()
      await page.goto('/clients')
      await page.see(text('Off Line'))
      await page.goToTab(0)
      await addClient(page, 'Tab', 'One')
      await page.goToTab(1)
      await page.see(text('Tab One'))
      await page.goToTab(0)
      await syncState(page, 'saved')
    })

    test('logging out leads to the login form in both tabs', async () => {
      await page.click(button('Logout'))
      await page.until(`location.pathname === '/login'`)
      await page.goToTab(1)
      await page.until(`location.pathname === '/login'`)
    })
  })
}
