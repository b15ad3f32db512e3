import { expect, test } from 'vitest'
import { buildVersion } from '#state/build-version.ts'
import { runRange } from './run-range.ts'

/*
 * Two devices, two tabs and a worker on each, two agents, an office and a server of three kinds, while the network, the
 * machines and the people do what they do. A failure names its number and the shortest history that shows it.
 */

const count = 300
/** Others with each commit, of the 100,000 that `npm run test:long` lives through; a commit's are the same everywhere. */
const from = (Number.parseInt(buildVersion, 16) % Math.floor(100_000 / count) || 0) * count

test(
  `whatever happens, no write is lost, none doubled, and all agree in the end: histories ${from} to ${from + count}`,
  { timeout: 600_000 },
  async () => {
    const result = await runRange(from, from + count)
    console.log(
      `${result.histories} histories: ${result.lost} lost, ${result.doubled} doubled, ${result.outOfOrder} out of order, ${result.stuck} stuck`,
    )
    expect(result.failed).toEqual([])
    expect(result.histories).toBe(count)
  },
)
