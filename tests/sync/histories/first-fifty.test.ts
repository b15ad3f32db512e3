import { expect, test } from 'vitest'
import { runRange } from './run-range.ts'

/*
 * Two devices, two tabs and a worker on each, two agents, an office and a server of three kinds, while the network, the
 * machines and the people do what they do. A failure names its number and the shortest history that shows it. The same
 * fifty every time: others are for the nightly run (`npm run test:long`).
 */

const count = 50

test(
  'whatever happens, no write is lost, none doubled, and all agree in the end: histories 0 to 49',
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
