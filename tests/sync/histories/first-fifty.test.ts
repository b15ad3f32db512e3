import { expect, test } from 'vitest'
import { runRange } from './run-range.ts'

/*
 * Two devices with two tabs and a worker each, two agents, an office and three kinds of servers, with random failures of
 * network and machines. A failure prints its number and the shortest history that shows it. These fifty are always the same;
 * the nightly run (`npm run test:long`) uses others.
 */

const count = 50

test(
  'after any history no write is lost or doubled, and all devices agree: histories 0 to 49',
  { timeout: 600_000 },
  async () => {
    const result = await runRange(0, count)
    console.log(
      `${result.histories} histories: ${result.lost} lost, ${result.doubled} doubled, ${result.outOfOrder} out of order, ${result.stuck} stuck`,
    )
    expect(result.failed).toEqual([])
    expect(result.histories).toBe(count)
  },
)
