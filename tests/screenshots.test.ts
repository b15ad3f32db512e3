import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { screens } from './screenshots/screens.ts'

test('every address of the route table has pictures, and every picture an address', () => {
  const table = readFileSync(path.resolve(import.meta.dirname, '../src/app/routes.tsx'), 'utf8')
  const addresses = Array.from(table.matchAll(/^ +path: '([^']+)'/gm), ([, address]) => address)
  expect(addresses.length).toBeGreaterThan(20)
  expect(new Set(Object.keys(screens))).toEqual(new Set([...addresses, '/nowhere']))
})
