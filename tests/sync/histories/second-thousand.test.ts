import { expect, test } from 'vitest'
import { runRange } from './run-range.ts'

/*
 * Two devices, two tabs and a worker on each, two agents, an office and a server of three kinds, while the network, the
 * machines and the people do what they do. A failure names its number and the shortest history that shows it.
 */

test(
  'whatever happens, no write is lost, none doubled, and all agree in the end: the second thousand histories',
  { timeout: 600_000 },
  async () => {
    const result = await runRange(1000, 2000)
    console.log(
      `${result.histories} histories: ${result.lost} lost, ${result.doubled} doubled, ${result.outOfOrder} out of order`,
    )
    expect(result.failed).toEqual([])
    expect(result.histories).toBe(1_000)
  },
)
