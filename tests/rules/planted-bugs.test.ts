import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { allMutants } from '#tests/mutants/all-mutants.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** `npm run test:mutants` plants them and lets their tests catch them, which takes minutes; this is what takes none. */
describe('the planted bugs', () => {
  test('are at least sixty, each with a sentence of its own', () => {
    expect(allMutants.length).toBeGreaterThanOrEqual(60)
    expect(new Set(allMutants.map(({ does }) => does)).size).toBe(allMutants.length)
  })

  test('stand in the program as it is: where a line was reworded, its bug is to be reworded too', () => {
    const files = new Map(allMutants.map(({ file }) => [file, readFileSync(path.join(root, file), 'utf8')]))
    const places = (file: string, find: string) => (files.get(file) ?? '').split(find).length - 1
    const misplaced = allMutants.filter(({ file, find, replace }) => places(file, find) !== 1 || find === replace)
    expect(misplaced.map(({ does, file }) => `${file}: ${does}`)).toEqual([])
  })

  test('have tests that exist', () => {
    const tests = new Set(allMutants.flatMap((mutant) => mutant.tests))
    expect([...tests].filter((file) => !existsSync(path.join(root, 'tests', file)))).toEqual([])
    expect(allMutants.filter((mutant) => mutant.tests.length === 0)).toEqual([])
  })
})
