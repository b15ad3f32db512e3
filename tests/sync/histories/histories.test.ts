import { describe, expect, test } from 'vitest'
import { happeningNames } from './commands.ts'
import { runRange } from './run-range.ts'

/*
 * Two devices, two tabs and a worker on each, two agents, an office and a server of three kinds, while the network, the
 * machines and the people do what they do. `HISTORIES=5000-9000` runs others than the usual; a failure names its number.
 */

const [from = 0, to = 2_000] = (process.env['HISTORIES'] ?? '0-2000').split('-').map(Number)

test('more than forty things happen in a history', () => {
  expect(happeningNames.length).toBeGreaterThanOrEqual(40)
})

describe('whatever happens, no write is lost, none doubled, and all devices agree in the end', () => {
  test(`histories ${from} to ${to}`, { timeout: 600_000 }, async () => {
    const result = await runRange(from, to)
    console.log(
      `${result.histories} histories: ${result.lost} lost, ${result.doubled} doubled, ${result.outOfOrder} out of order`,
    )
    expect(result.failed).toEqual([])
    expect(result.histories).toBe(to - from)
  })
})
