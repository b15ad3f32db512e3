import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** How many each chapter of the catalogue has; the catalogue itself is not part of the project. */
const chapters = { A: 23, B: 17, C: 30, D: 12, E: 16, F: 11, G: 23, H: 8, I: 11, J: 12 }
/** Rules for a server without keys, versions and cursors. */
const plainRules = { K: 8 }

const names = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
const faults = names(chapters)
const all = [...faults, ...names(plainRules)]

const tests = path.resolve(import.meta.dirname, '..')
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(\.test\.tsx?|\.journey\.ts|-contract\.ts)$/.test(file),
)

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
const explained = [
  ...readFileSync(path.join(import.meta.dirname, 'faults.md'), 'utf8').matchAll(/^\| ([A-K]\d{1,2}) \| \S.{20,}\|$/gm),
].map(([, fault]) => fault ?? '')

test('the catalogue has 163 faults, and rules for plain servers', () => {
  expect(faults).toHaveLength(163)
  expect(all).toHaveLength(171)
  expect(files.length).toBeGreaterThan(100)
})

test('every fault is named by a test, or by a line that says why not', () => {
  expect(all.filter((fault) => !tested.has(fault) && !explained.includes(fault))).toEqual([])
})

test('no line explains a fault away that has a test, or that there is not', () => {
  expect(explained.filter((fault) => tested.has(fault) || !all.includes(fault))).toEqual([])
  expect(new Set(explained).size).toBe(explained.length)
})

test('no test names a fault that there is not', () => {
  expect([...tested].filter((fault) => !all.includes(fault))).toEqual([])
})

test('titles are read as people read them', () => {
  expect(
    namedInTitles(`test('C9 C22: a pause', …); test("a draft (A1, A15)"); 'B17 invariant 3: x' 'G14' // A1: no`),
  ).toEqual(['C9', 'C22', 'A1', 'A15', 'B17'])
})
