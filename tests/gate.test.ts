import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const journeys = path.join(import.meta.dirname, 'journeys')

test('npm test runs at most twenty journeys: a new one replaces another', () => {
  const files = readdirSync(journeys).filter((name) => name.endsWith('.journey.ts'))
  const tags = files.flatMap((name) => readFileSync(path.join(journeys, name), 'utf8').match(/'@gate'/g) ?? [])
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.length).toBeLessThanOrEqual(20)
})
