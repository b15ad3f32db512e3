import { expect, test } from 'vitest'
import { mutants } from './mutants/all-mutants.ts'
import { misplacedBugs } from './mutants/misplaced-bugs.ts'

test('every planted bug matches the sources and names an existing test', () => {
  expect(misplacedBugs(Object.values(mutants).flat())).toEqual([])
})
