import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutants } from '#tests/mutants/all-mutants.ts'
import type { Mutant } from '#tests/mutants/mutant.ts'
import { plant } from '#tests/mutants/plant.ts'

const root = path.resolve(import.meta.dirname, '../..')
const all: Mutant[] = Object.values(mutants).flat()

/** `npm run test:mutants` plants them and lets their tests catch them, which takes minutes; this is what takes none. */
describe('the planted bugs', () => {
  test.each(Object.entries(mutants))('of %s are at least thirty', (_, bugs) => {
    expect(bugs.length).toBeGreaterThanOrEqual(30)
  })

  test('have a sentence each', () => {
    expect(new Set(all.map(({ does }) => does)).size).toBe(all.length)
  })

  test('stand in the program as it is: where their function was rewritten, they are to be rewritten too', () => {
    const misplaced = all.flatMap((bug) => {
      try {
        const source = readFileSync(path.join(root, bug.file), 'utf8')
        return plant(source, bug) === source ? `${bug.does} It changes nothing.` : []
      } catch (error) {
        return `${bug.does} ${String(error)}`
      }
    })
    expect(misplaced).toEqual([])
  })

  test('are found in any layout, and in their function alone', () => {
    const bug = { file: 'one.ts', inside: 'two', find: 'add(one, two)', replace: 'add(one)', tests: [] }
    const source =
      'const one = () => add(one, two)\nexport function two() {\n  return add(\n    one,\n    two,\n  )\n}\n'
    const planted = 'const one = () => add(one, two)\nexport function two() {\n  return add(one)\n}\n'
    expect(plant(source, bug)).toBe(planted)
    expect(() => plant(source, { ...bug, inside: 'three' })).toThrow('There is no three')
    expect(() => plant(source, { ...bug, find: 'three' })).toThrow('It stands in two of one.ts 0 times')
  })

  test('have tests that exist', () => {
    const file = (name: string) => path.join(root, 'tests', name)
    const tests = new Set(all.flatMap((bug) => bug.tests))
    expect([...tests].filter((name) => !existsSync(file(name)))).toEqual([])
    expect(all.filter((bug) => bug.tests.length === 0)).toEqual([])
    const untitled = all.filter(
      ({ tests: names, title }) =>
        title !== undefined && !names.some((name) => readFileSync(file(name), 'utf8').includes(title)),
    )
    expect(untitled.map(({ does, title }) => `${does} ${title}`)).toEqual([])
  })
})
