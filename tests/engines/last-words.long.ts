import { describe, test } from 'vitest'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay } from '#tests/support/working-day.ts'
import { sharedByTests } from './browser-with-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { registerAndSignIn, runTour, untilWorkerControls } from './fanlight.ts'
import { button, css, label, link } from './targets.ts'

describe.each(chosenEngines)('in %s', (engine) => {
  const shared = sharedByTests(engine, () => startBuiltServer([['import-properties', salesFile]]))

  test('A1: a note is saved if its page is left right after the last letter for good', async () => {
    const { page } = shared
    await registerAndSignIn(page, 'last-words')
    await untilWorkerControls(page)
    await page.run(`return (${makeWorkingDay.toString()})()`)
    await page.goto('/tours')
    await page.click(link('View'))
    await runTour(page)
    const address = await page.path()
    const search = String(await page.run('return location.search'))
    await page.fill(label('Note'), 'They loved the garden')
    await page.goto(shared.elsewhere)
    await page.goto(`${address}${search}`)
    await page.see(label('Note'))
    await page.until(
      `[...document.querySelectorAll('main textarea')].some(({ value }) => value === 'They loved the garden')`,
    )
  })

  test('A1: an answer of the survey is saved if its page is left right after the last letter for good', async () => {
    const { page } = shared
    await page.goto('/questionnaire')
    await page.until(`document.querySelectorAll('main input[type=radio]').length > 4`)
    await page.run(`document.querySelectorAll('main input[type=radio]')[4].click(); return null`)
    await page.until(`document.querySelector('main textarea') !== null`)
    await page.until(`document.querySelector('main').innerText.includes('Saved')`)
    await page.fill(css('main textarea'), 'Nineteen and a half')
    await page.goto(shared.elsewhere)
    await page.goto('/questionnaire')
    await page.click(button('Continue'))
    await page.until(`document.querySelector('main textarea')?.value === 'Nineteen and a half'`)
  })
})
