import { describe, expect, test } from 'vitest'
import { allStories } from './stories/all-stories.ts'
import { type SweepOptions, parseRunName, sweepStories, sweepSummary } from './sweep-stories.ts'
import { live } from './sweep.ts'

/**
 * `CRASHES=all` sweeps every point (`npm run test:long`), `CRASHES=thorough` in all four ways; without it only a sample.
 * `SHARE=2/8` sweeps every eighth story from the third on, `STORY` stories by a part of their name, `STORE` a store. A failure
 * prints the name of its run; `CRASH="…"` repeats that run.
 */
const extent = process.env['CRASHES']
const isLong = extent !== undefined
const again = process.env['CRASH']
const named = process.env['STORY'] ?? ''
const [firstStory = 0, shares] = (process.env['SHARE'] ?? '').split('/').filter(Boolean).map(Number)
const patienceMs = isLong ? 3 * 3_600_000 : 240_000

const everywhere: SweepOptions[] = [
  {
    store: 'memory',
    named,
    everyStory: shares ?? 1,
    firstStory,
    every: isLong ? 1 : 211,
    ways: extent === 'thorough' ? 'all' : 'by turns',
  },
  {
    store: 'dexie',
    named,
    everyStory: shares ?? (isLong ? 1 : 3),
    firstStory,
    every: isLong ? 41 : 997,
    ways: 'by turns',
  },
]
const parts = everywhere.filter(({ store }) => store.startsWith(process.env['STORE'] ?? ''))

if (again === undefined) {
  describe('a page or a device that ends at any moment', () => {
    test('the sweep has at least thirty stories with unique names', () => {
      expect(new Set(allStories.map(({ name }) => name)).size).toBe(allStories.length)
      expect(allStories.length).toBeGreaterThanOrEqual(30)
    })

    for (const part of parts) {
      test(
        `B6 B8 E2 F11 H8: leaves all ten invariants intact, on the store ${part.store}`,
        { timeout: patienceMs, tags: part.store === 'dexie' ? 'long' : [] },
        async () => {
          const tally = await sweepStories(part)
          console.log(sweepSummary(part, tally))
          expect(tally.failures.slice(0, 20)).toEqual([])
          expect(tally.points).toBeGreaterThan(tally.stories / 2)
        },
      )
    }
  })
} else {
  test('the run named by CRASH leaves all invariants intact', async () => {
    const points = await live(parseRunName(again))
    console.log(points.slice(-15))
  })
}
