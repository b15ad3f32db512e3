import { expect, test } from 'vitest'
import { csvFile } from '#core/domain/text/csv.ts'

const cellOf = (text: string) => csvFile([[text]]).slice(1, -2)

test('text from others never becomes a formula in a spreadsheet cell', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    const formula = `${sign}1+1`
    expect(cellOf(formula).replaceAll('"', '')).toBe(`'${formula}`)
    for (const separator of [';', '\t', '\n', '\r']) {
      const [, behind] = cellOf(`x${separator}${formula}`).split(separator)
      expect([separator, sign, behind]).toEqual([separator, sign, expect.stringMatching(/^'/)])
    }
  }
})

test('other texts stay as they are', () => {
  for (const text of ['Nora Quill', '3 + 4 = 7', 'a-b', 'nora@example.com', '']) expect(cellOf(text)).toBe(text)
  expect(cellOf('Elm Street 5, Sacramento')).toBe('"Elm Street 5, Sacramento"')
  expect(cellOf('she said "yes"; then no')).toBe('"she said ""yes""; then no"')
})
