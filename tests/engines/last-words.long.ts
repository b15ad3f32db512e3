import { describe, test } from 'vitest'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay } from '#tests/support/working-day.ts'
import { sharedByTests } from './at-a-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { registerAndSignIn, workerControls } from './fanlight.ts'
import { button, css, label, link, text } from './targets.ts'

describe.each(chosenEngines)('in %s', (engine) => {
  const shared = sharedByTests(engine, () => startBuiltServer([['import-properties', salesFile]]))

  test('A1: a note of a home, left just after its last letter and never returned to, is kept', async () => {
    const { page } = shared
    await registerAndSignIn(page, 'last-words')
    await workerControls(page)
    await page.run(`return (${makeWorkingDay.toString()})()`)
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
    await page.goto(shared.elsewhere)
    await page.goto(`${address}${search}`)
    await page.see(label('Note'))
    await page.until(
      `[...document.querySelectorAll('main textarea')].some(({ value }) => value === 'They loved the garden')`,
    )
  })

  test('A1: an answer of the survey, left just after its last letter and never returned to, is kept', async () => {
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
