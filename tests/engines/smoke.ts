import { describe, expect, test } from 'vitest'
import { longTest } from '#tests/support/long-test.ts'
import { type BrowserWithServer, sharedByTests } from './browser-with-server.ts'
import type { Engine } from './driver.ts'
import {
  addClient,
  discardDraft,
  expectField,
  leaveScreens,
  registerAndSignIn,
  syncState,
  untilWorkerControls,
} from './fanlight.ts'
import { button, css, label, text } from './targets.ts'

/** A day in half a minute. The steps build on each other in this order. */
export function smokeJourney(engine: Engine): void {
  describe(`a day in ${engine}`, { shuffle: false }, () => {
    const shared = sharedByTests(engine)
    begin(shared)
    leavePages(shared)
    loseTheServer(shared)
    openTwoTabs(shared)
    readTheSurvey(shared)
  })
}

function readTheSurvey(shared: BrowserWithServer): void {
  longTest('a survey question is inside its card, not on the card’s border', async () => {
    const { page } = shared
    await page.goto('/questionnaire')
    await page.see(css('main fieldset > legend'))
    const distance = await page.run(`
      const legend = document.querySelector('main fieldset > legend')
      return legend.getBoundingClientRect().top - legend.parentElement.getBoundingClientRect().top`)
    expect(distance).toBeGreaterThan(16)
  })
}

function begin(shared: BrowserWithServer): void {
  test('an agent registers and signs in, and the worker caches the app', async () => {
    await registerAndSignIn(shared.page, 'smoke')
    await untilWorkerControls(shared.page)
  })

  test('a client is saved and sent', async () => {
    await addClient(shared.page, 'Ada', 'Lark')
    await syncState(shared.page, 'saved')
  })
}

function leavePages(shared: BrowserWithServer): void {
  test('typed text survives a reload and a return to a cached page', async () => {
    const { page } = shared
    await page.goto('/clients/new')
    await page.heading('Add New Client')
    await page.fill(label('First Name'), 'Kept')
    await page.reload()
    await page.heading('Add New Client')
    await expectField(page, 'first_name', 'Kept')
    // Same origin, because WebKit's driver hangs after going back from another one.
    await page.goto('/healthz')
    await page.back()
    await page.heading('Add New Client')
    await expectField(page, 'first_name', 'Kept')
    await page.forward()
    await page.back()
    await expectField(page, 'first_name', 'Kept')
    await discardDraft(page)
  })

  test('A24: every screen opens after others were left during writes', async () => {
    const times = await leaveScreens(shared.page, shared.elsewhere, 4)
    expect(times.filter((time) => time === null)).toEqual([])
  })
}

function loseTheServer(shared: BrowserWithServer): void {
  test('without a server, a client is saved and screens open', async () => {
    const { page, server } = shared
    await page.goto('/clients/new')
    await page.heading('Add New Client')
    await page.until(`document.querySelector('main [name=first_name]').value.startsWith('Left')`)
    await discardDraft(page)
    await server.stop()
    await addClient(page, 'Off', 'Line')
    await page.reload()
    await page.see(text('Off Line'))
    await page.goto('/today')
    await page.heading('Today')
  })

  test('waiting changes are sent when the server is back', async () => {
    await shared.server.restart()
    // The browser reports a connection, so the app retries at once.
    await shared.page.run(`dispatchEvent(new Event('online'))`)
    await syncState(shared.page, 'saved')
  })
}

function openTwoTabs(shared: BrowserWithServer): void {
  test('a second tab shows the changes of the first', async () => {
    const { page } = shared
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
    const { page } = shared
    await page.click(button('Logout'))
    await page.until(`location.pathname === '/login'`)
    await page.goToTab(1)
    await page.until(`location.pathname === '/login'`)
  })
}
