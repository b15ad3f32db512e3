import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'acorn'
import { unsupportedStyles } from '../support/browser-support.ts'
import { expect, test, blockServiceWorker } from './journey-test.ts'

const built = path.resolve(import.meta.dirname, '../../dist')
const textsOf = (ending: string) =>
  readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(path.join(built, file), 'utf8') }))

/** The language version that Safari 16.4, Chrome 111 and Firefox 121 support, with regular expressions. */
const ecmaVersion = 2023

/** Styles that a supported browser lacks, and what it shows without them. */
const progressive: Record<string, string> = {
  '::details-content': 'the closed numbers of a chart stay closed on paper',
  'accent-color': 'tick boxes have the browser’s own color',
  'break-after': 'a heading may end a printed page',
  'contain-intrinsic': 'used with content-visibility only',
  'content-visibility': 'what is out of sight is drawn, too: slower, and the same',
  cursor: 'touch screens have none',
  'field-sizing': 'a field keeps its size and scrolls',
  'forced-color-adjust': 'for Windows’ high contrast, which Safari does not have',
  'overflow-clip-margin': 'a focus ring is cut at the edge of a photo',
  'overscroll-behavior': 'the page scrolls on behind a list that has ended',
  'paint-order': 'the outline of words covers them a little',
  'print-color-adjust': 'the build adds the prefixed one',
  resize: 'phones have no handle',
  'scrollbar-color': 'a scrollbar has the browser’s own colors',
  'scrollbar-width': 'a scrollbar is seen',
  'text-size-adjust': 'the prefixed ones are beside it',
  'text-wrap': 'the lines of a heading are of unequal length',
  '::-webkit-inner-spin-button': 'the arrows of a number are always there',
  '@page': 'paper has the browser’s own margins',
}

test('the oldest supported browsers can read every built script', () => {
  const scripts = textsOf('.js')
  expect(scripts.length).toBeGreaterThan(20)
  for (const { file, text } of scripts) {
    expect(() => parse(text, { ecmaVersion, sourceType: 'module' }), file).not.toThrow()
  }
  // The check notices newer syntax.
  expect(() => parse('/[a--b]/v', { ecmaVersion, sourceType: 'module' })).toThrow()
})

test('the oldest supported browsers know every built style, or do without it', () => {
  const sheets = textsOf('.css')
  expect(sheets.length).toBeGreaterThan(20)
  const found = new Set(sheets.flatMap(({ text }) => unsupportedStyles(text)))
  const reasonOf = (style: string) => Object.keys(progressive).find((name) => style.startsWith(name))
  expect([...found].filter((style) => reasonOf(style) === undefined)).toEqual([])
  const needed = new Set([...found].map(reasonOf))
  expect(Object.keys(progressive).filter((name) => !needed.has(name))).toEqual([])
  expect(unsupportedStyles('@starting-style { a { color: light-dark(red, blue) } }')).toEqual([
    '@starting-style',
    'light-dark()',
  ])
})

test.describe('an outdated browser', () => {
  test.use(blockServiceWorker)

  test('shows a sentence that names browsers that work', async ({ page, server }) => {
    await page.addInitScript(() => {
      // Firefox before 121 lacks `:has`.
      const supports = CSS.supports.bind(CSS)
      CSS.supports = (tested: string, value?: string) =>
        !tested.includes(':has') && (value === undefined ? supports(tested) : supports(tested, value))
    })
    await page.goto(`${server.origin}/login`)
    await expect(page.getByText(/^This browser is too old for Fanlight\. .*Safari 16\.4.*Firefox 121/)).toBeVisible()
  })

  test('is the only one that shows it', async ({ page, server }) => {
    await page.goto(`${server.origin}/login`)
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expect(page.getByText(/too old/)).toHaveCount(0)
  })
})
