import { expect, test } from 'vitest'
import { plant } from '#tests/mutants/plant.ts'

test('a bug is planted in any code layout, and only in its function', () => {
  const bug = { file: 'one.ts', inside: 'two', find: 'add(one, two)', replace: 'add(one)', tests: [] }
  const source = 'const one = () => add(one, two)\nexport function two() {\n  return add(\n    one,\n    two,\n  )\n}\n'
  const planted = 'const one = () => add(one, two)\nexport function two() {\n  return add(one)\n}\n'
  expect(plant(source, bug)).toBe(planted)
  expect(() => plant(source, { ...bug, inside: 'three' })).toThrow('There is no three')
  expect(() => plant(source, { ...bug, find: 'three' })).toThrow('It stands in two of one.ts 0 times')
})
