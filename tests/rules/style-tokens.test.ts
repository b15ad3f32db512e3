import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../../src')
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8')
const group = (name: string) => name.slice(0, name.indexOf('-', 2) + 1)

test('every token used in a style sheet is defined, since an undefined one disables its rule', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  const set = new Set(sheets.flatMap((file) => Array.from(textOf(file).matchAll(/(--[\w-]+):/g), ([, name]) => name!)))
  // Variables that a component sets itself have no group, such as `--column`.
  const groups = new Set(
    Array.from(textOf('ui/styles/tokens.css').matchAll(/(--[a-z]+-[\w-]+):/g), ([, name]) => group(name!)),
  )
  const lost = sheets.flatMap((file) => {
    const used = Array.from(textOf(file).matchAll(/var\((--[\w-]+)/g), ([, name]) => name!)
    return used.filter((name) => groups.has(group(name)) && !set.has(name)).map((name) => `${file}: ${name}`)
  })
  expect(groups).toContain('--color-')
  expect(lost).toEqual([])
})
