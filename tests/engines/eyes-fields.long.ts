import { describe, expect, test } from 'vitest'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay } from '#tests/support/working-day.ts'
import { sharedByTests } from './at-a-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { registerAndSignIn, workerControls } from './fanlight.ts'
import { css, text } from './targets.ts'

const values = `return [...document.querySelectorAll('#root input, #root textarea, #root select, dialog input')].filter((one) => one.type !== 'file').map((one, index) => [index + ' ' + (one.name || one.getAttribute('aria-label') || one.id.replace(/^.*-/, '')), one.type === 'checkbox' || one.type === 'radio' ? one.checked : one.value])`
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(chosenEngines)('in %s', (engine) => {
  const shared = sharedByTests(engine, () => startBuiltServer([['import-properties', salesFile]]))

  test('begins', async () => {
    const { page } = shared
    await registerAndSignIn(page, 'fields')
    await workerControls(page)
    await page.run(`return (${makeWorkingDay.toString()})()`)
    await page.goto('/clients')
    await page.see(text('Jo Park'))
  })

  for (const pause of [1500, 0])
    test.each([
      '/clients/new',
      '/tours/new',
      '/listings/new',
      'listing',
      'price',
      '/clients',
      '/settings',
      'visitor',
      '/dashboard?view=day',
    ])(`fields of %s are the same after Back, left ${pause} ms after the last letter`, async (where) => {
      const { page } = shared
      if (where === 'visitor' || where === 'listing') {
        await page.goto('/my-listings')
        await page.until(`document.querySelector('main article a[href^="/listings/"]') !== null`)
        const href = String(
          await page.run(`return document.querySelector('main article a[href^="/listings/"]').getAttribute('href')`),
        )
        await page.goto(where === 'listing' ? href.replace(/^\/listings\/([^/?]+).*/, '/listings/edit/$1') : href)
        if (where === 'listing') await page.heading('Edit Listing')
      } else if (where === 'price') {
        const id = await page.run(
          `return (await (await fetch('/api/properties/properties/?page_size=9')).json()).results.at(-1).id`,
        )
        await page.goto(`/listings/create/${String(id)}`)
      } else await page.goto(where)
      await page.until(`document.querySelector('#root main h1') !== null`)
      await wait(800)
      const kinds = String(
        await page.run(
          `return JSON.stringify([...document.querySelectorAll('#root main input, #root main textarea')].map((one, index) => { one.dataset.eyes = index; const { width } = one.getBoundingClientRect(); return [index, one.type, width, one.disabled || one.readOnly, one.inputMode, one.getAttribute('role')] }))`,
        ),
      )
      for (const [index, type, width, isOff, mode] of JSON.parse(kinds) as [
        number,
        string,
        number,
        boolean,
        string,
        string,
      ][]) {
        if (width === 0 || isOff) continue
        const typed =
          mode === 'numeric' || mode === 'decimal' || type === 'number'
            ? '123'
            : type === 'email'
              ? 'jo@x.example'
              : type === 'tel'
                ? '503 555 0100'
                : 'Jo'
        if (!['text', 'email', 'tel', 'search', 'textarea', 'number'].includes(type)) continue
        await page
          .fill(css(`[data-eyes="${index}"]`), typed)
          .catch((error: unknown) => console.log(where, index, type, String(error).slice(0, 150)))
      }
      await page.run(`window.isTheSame = true; return null`)
      await wait(pause)
      const before = await page.run(values)
      await page.goto('/healthz')
      await wait(300)
      await page.back()
      await page.until(`document.querySelector('#root main h1') !== null`)
      await wait(2000)
      const after = await page.run(values)
      const isSame = await page.run(`return window.isTheSame === true`)
      if (JSON.stringify(after) !== JSON.stringify(before) || isSame !== true)
        console.log(
          engine,
          where,
          pause,
          'same page:',
          isSame,
          '\n',
          JSON.stringify(before),
          '\n',
          JSON.stringify(after),
        )
      expect.soft(after).toEqual(before)
    })
})
