import { expect, test } from 'vitest'
import { mutants } from './mutants/all-mutants.ts'
import { misplacedBugs } from './mutants/misplaced-bugs.ts'

test('every planted bug has its place in the sources, and its test', () => {
  expect(misplacedBugs(Object.values(mutants).flat())).toEqual([])
})
