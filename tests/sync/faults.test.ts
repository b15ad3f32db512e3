import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const tests = path.resolve(import.meta.dirname, '..')
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(\.test\.tsx?|\.journey\.ts|-contract\.ts)$/.test(file),
)

/** The rows of docs/faults.md, including the rules for plain servers (K1 …). */
const catalog = [
  ...readFileSync(path.resolve(tests, '../docs/faults.md'), 'utf8').matchAll(/^\| ([A-K]\d{1,2}) \|(.*)\|$/gm),
].map(([, fault = '', words = '']) => ({ fault, reason: /\*No test[^:]*:\* \S.{15,}/.exec(words)?.[0] ?? null }))
const all = catalog.map(({ fault }) => fault)

/** Faults that titles name: `A4: …`, `C9 C22: …`, `… (A1, A15)`. */
function namedInTitles(text: string): string[] {
  const titles = [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map((match) => match[2] ?? '')
  return titles.flatMap((title) => {
    const atStart = /^((?:[A-K]\d{1,2}[ ,]*)+)(?:invariant \d+)?:/.exec(title)?.[1] ?? ''
    const inBrackets = [...title.matchAll(/\(((?:fault )?[A-K]\d{1,2}(?:, [A-K]\d{1,2})*)\)/g)].map(
      ([, inside]) => inside,
    )
    return [atStart, ...inBrackets].join(' ').match(/[A-K]\d{1,2}/g) ?? []
  })
}

const tested = new Set(files.flatMap((file) => namedInTitles(readFileSync(path.join(tests, file), 'utf8'))))

test('the catalog numbers its faults without gaps or duplicates', () => {
  for (const chapter of 'ABCDEFGHIJK') {
    const numbers = all.filter((fault) => fault.startsWith(chapter)).map((fault) => Number(fault.slice(1)))
    expect(numbers, chapter).toEqual(Array.from({ length: Math.max(1, numbers.length) }, (_, index) => index + 1))
  }
  expect(files.length).toBeGreaterThan(100)
})

test('every fault is named by a test title, or gives a reason for having no test', () => {
  const unproved = catalog.filter(({ fault, reason }) => reason === null && !tested.has(fault))
  expect(unproved).toEqual([])
})

test('no fault that has a test claims to have none', () => {
  expect(catalog.filter(({ fault, reason }) => reason !== null && tested.has(fault))).toEqual([])
})

test('no test names an unknown fault', () => {
  expect([...tested].filter((fault) => !all.includes(fault))).toEqual([])
})

test('fault numbers are read from the start of a title and from brackets', () => {
  expect(
    namedInTitles(`test('C9 C22: a pause', …); test("a draft (A1, A15)"); 'B17 invariant 3: x' 'G14' // A1: no`),
  ).toEqual(['C9', 'C22', 'A1', 'A15', 'B17'])
})
