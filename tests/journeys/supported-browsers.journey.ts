import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'acorn'
import { unsupportedStyles } from '../support/browser-support.ts'
import { expect, test, withoutWorker } from './at-a-server.ts'

const built = path.resolve(import.meta.dirname, '../../dist')
const textsOf = (ending: string) =>
  readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(path.join(built, file), 'utf8') }))

/** All that Safari 16.4, Chrome 111 and Firefox 121 know of the language, regular expressions included. */
const ecmaVersion = 2023

/** Styles that some supported browser lacks, and what it shows without them. */
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

test('every built script is read by the oldest supported browsers', () => {
  const scripts = textsOf('.js')
  expect(scripts.length).toBeGreaterThan(20)
  for (const { file, text } of scripts) {
    expect(() => parse(text, { ecmaVersion, sourceType: 'module' }), file).not.toThrow()
  }
  // Newer syntax would be noticed.
  expect(() => parse('/[a--b]/v', { ecmaVersion, sourceType: 'module' })).toThrow()
})

test('every built style is known to the oldest supported browsers, or does no harm where it is not', () => {
  const sheets = textsOf('.css')
  expect(sheets.length).toBeGreaterThan(20)
  const found = new Set(sheets.flatMap(({ text }) => unsupportedStyles(text)))
  const reasonOf = (style: string) => Object.keys(progressive).find((name) => style.startsWith(name))
  expect([...found].filter((style) => reasonOf(style) === undefined)).toEqual([])
  const needed = new Set([...found].map(reasonOf))
  expect(Object.keys(progressive).filter((name) => !needed.has(name))).toEqual([])
  // Newer ones would be noticed.
  expect(unsupportedStyles('@starting-style { a { color: light-dark(red, blue) } }')).toEqual([
    '@starting-style',
    'light-dark()',
  ])
})

test.describe('a browser that is too old', () => {
  test.use(withoutWorker)

  test('is told so in a sentence that names the browsers that work', async ({ page, server }) => {
    await page.addInitScript(() => {
      // As in Firefox before 121.
      const supports = CSS.supports.bind(CSS)
      CSS.supports = (tested: string, value?: string) =>
        !tested.includes(':has') && (value === undefined ? supports(tested) : supports(tested, value))
    })
    await page.goto(`${server.origin}/login`)
    await expect(page.getByText(/^This browser is too old for Fanlight\. .*Safari 16\.4.*Firefox 121/)).toBeVisible()
  })

  test('is the only one that is told so', async ({ page, server }) => {
    await page.goto(`${server.origin}/login`)
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expect(page.getByText(/too old/)).toHaveCount(0)
  })
})
