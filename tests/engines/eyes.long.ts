import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay } from '#tests/support/working-day.ts'
import { sharedByTests } from './at-a-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { addClient, registerAndSignIn, workerControls } from './fanlight.ts'
import { button, css, label, link, text } from './targets.ts'

describe.each(chosenEngines)('in %s', (engine) => {
  const shared = sharedByTests(engine, () => startBuiltServer([['import-properties', salesFile]]))

  test('begins', async () => {
    const { page } = shared
    await registerAndSignIn(page, 'eyes')
    await workerControls(page)
    await page.run(`return (${makeWorkingDay.toString()})()`)
    await page.goto('/clients')
    await page.see(text('Jo Park'))
  })

  test('A17: a list in the cache shows on return what another tab has saved', async () => {
    const { page } = shared
    await page.goto('/clients')
    await page.see(text('Jo Park'))
    await page.run(`window.isTheSame = true; return null`)
    await page.goto('/healthz')
    await page.openTab()
    await addClient(page, 'Other', 'Tab')
    await page.goToTab(0)
    await page.back().catch((error: unknown) => console.log(engine, 'back:', String(error)))
    await page.heading('Clients')
    console.log(engine, 'same page:', await page.run(`return window.isTheSame === true`))
    await page.see(text('Other Tab'), 8000)
  })

  test('A24: a draft that another tab took over and left is not written over by the page that returns', async () => {
    const { page } = shared
    const first = `document.querySelector('main [name=first_name]')`
    await page.goto('/clients/new')
    await page.heading('Add New Client')
    await page.fill(label('First Name'), 'Kat')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await page.run(`
      const note = (what) => sessionStorage.setItem('eyes', (sessionStorage.getItem('eyes') ?? '') + what + ' ' + Math.round(performance.now()) + ' ' + Object.entries(localStorage).filter(([key]) => key.startsWith('fanlight-draft')).map(([key, value]) => key.slice(-12) + value.slice(-160)).join(';') + '\\n')
      addEventListener('pageshow', ({ persisted }) => note('pageshow ' + persisted))
      addEventListener('pagehide', ({ persisted }) => setTimeout(() => note('after pagehide ' + persisted)) && note('pagehide ' + persisted))
      return null`)
    // The last letter falls just before a press on a link.
    await page.run(`
      const field = ${first}
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Kath')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      setTimeout(() => location.assign('/healthz'), 50)
      return null`)
    await page.until(`location.pathname === '/healthz'`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await page.openTab()
    await page.goto('/healthz')
    // What a tab that had the form open for a while has left, without a page that WebKit would keep instead of the first one.
    await page.run(`
      const exit = Object.keys(localStorage).find((key) => key.startsWith('fanlight-draft'))
      const draft = JSON.parse(localStorage.getItem(exit))
      localStorage.removeItem(exit)
      Object.assign(draft.values, { first_name: 'Katherine', last_name: 'Hill' })
      draft.savedAt = Date.now()
      const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) })
      const database = await done(indexedDB.open('fanlight-keys'))
      await done(database.transaction('values', 'readwrite').objectStore('values').put(draft, exit.replace('fanlight-draft:', 'draft:')))
      database.close()
      return null`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await page.goToTab(0)
    await page.back().catch((error: unknown) => console.log(engine, 'back:', String(error)))
    await page.heading('Add New Client')
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const shown = await page.run(`return [...document.querySelectorAll('main input')].map((one) => one.value)`)
    console.log(engine, 'draft:', shown, await page.run(`return sessionStorage.getItem('eyes')`))
    expect(shown).toContain('Hill')
  })

  test('A1: a note of a home, left just after its last letter and never returned to, is kept', async () => {
    const { page } = shared
    await page.goto('/tours')
    await page.click(link('View'))
    await page.click(button('Start Tour'))
    await page.until(
      `/stop 1 of/.test(document.body.innerText) || document.querySelector('[role=alertdialog]') !== null`,
    )
    if (await page.sees(css('[role=alertdialog]'))) await page.click(button('Start Tour'))
    for (const stop of [1, 2]) {
      await page.until(`document.body.innerText.includes('stop ${stop} of 2')`)
      await page.click(button('I’m here'))
      await page.press('Tab')
      await page.click(button('I’m leaving'))
      await page.press('Tab')
    }
    await page.see(text('How did the buyer like the homes?'))
    const address = await page.path()
    const search = String(await page.run('return location.search'))
    await page.fill(label('Note'), 'They loved the garden')
    await new Promise((resolve) => setTimeout(resolve, Number(process.env['EYES_WAIT'] ?? 0)))
    await page.goto(shared.elsewhere)
    await page.goto(`${address}${search}`)
    await page.see(label('Note'))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const notes = await page.run(`return [...document.querySelectorAll('main textarea')].map((one) => one.value)`)
    console.log(engine, 'notes:', notes)
    expect(notes).toContain('They loved the garden')
  })

  test('an import that is left and returned to does not call itself complete', async () => {
    const { page } = shared
    const folder = await mkdtemp(path.join(tmpdir(), 'eyes-'))
    const file = path.join(folder, 'people.csv')
    const count = 4000
    await writeFile(
      file,
      [
        'First Name,Last Name,Email 1',
        ...Array.from({ length: count }, (_, n) => `Al,Lee ${n},al${n}@example.com`),
      ].join('\r\n'),
    )
    await page.goto('/clients/import')
    await page.upload(css('input[type=file]'), file)
    await page.click(button('Import 4,000'))
    await page.until(`document.querySelector('main [role=progressbar], main progress') !== null`)
    await page.goto('/healthz')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await page.back()
    await page.see(button('Import Another File'), 60_000)
    const shown = String(await page.run(`return document.querySelector('main').innerText`))
    console.log(
      engine,
      'import says:',
      shown.slice(0, 400),
      '| toasts:',
      await page.run(`return [...document.querySelectorAll('[role=status],[role=alert]')].map((one) => one.innerText)`),
    )
    expect(/4,000 clients added/.test(shown) || /left out|Stopped|stopped/.test(shown)).toBe(true)
  })

  test('A1: an answer of the survey, left just after its last letter and never returned to, is kept', async () => {
    const { page } = shared
    await page.goto('/questionnaire')
    await page.until(`document.querySelectorAll('main input[type=radio]').length > 4`)
    await page.run(`document.querySelectorAll('main input[type=radio]')[4].click(); return null`)
    await page.until(`document.querySelector('main textarea') !== null`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await page.fill(css('main textarea'), 'Nineteen and a half')
    await new Promise((resolve) => setTimeout(resolve, Number(process.env['EYES_WAIT'] ?? 0)))
    await page.goto(shared.elsewhere)
    await page.goto('/questionnaire')
    await new Promise((resolve) => setTimeout(resolve, 3000))
    if (await page.sees(button('Continue'))) await page.click(button('Continue'))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const seen = await page.run(
      `return [document.querySelector('main').innerText.slice(0, 300), ...[...document.querySelectorAll('main textarea')].map((one) => one.value)]`,
    )
    console.log(engine, 'survey:', seen)
    expect(JSON.stringify(seen)).toContain('Nineteen and a half')
  })
})
