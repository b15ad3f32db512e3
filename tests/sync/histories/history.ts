import * as fc from 'fast-check'
import { HistoryEvent, type Step, happenings } from './commands.ts'
import { heal } from '../world/heal.ts'
import { checkAtRest } from '../world/invariants.ts'
import type { Ledger } from '../world/ledger.ts'
import { furnish } from '../world/office.ts'
import { type ServerKind, type StorageKind, World } from '../world/world.ts'

export type HistoryOptions = { server: ServerKind; storage: StorageKind; maxSteps?: number }

const maxSteps = 80

/** Runs the history with this number, which is always the same. */
export async function runHistory(
  seed: number,
  options: HistoryOptions,
): Promise<fc.RunDetails<[history: Iterable<fc.AsyncCommand<Ledger, World>>]>> {
  const commands = fc.commands(happenings, { maxCommands: options.maxSteps ?? maxSteps, size: 'max' })
  const property = fc.asyncProperty(commands, (history) => live(history, options))
  // Limits the time for finding a shorter failing history.
  const patience = { interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true }
  return fc.check(property, { seed, numRuns: 1, unbiased: true, endOnFailure: false, ...patience })
}

export function runScenario(steps: readonly Step[], options: HistoryOptions): Promise<void> {
  return live(
    steps.map((step) => new HistoryEvent(step)),
    options,
  )
}

async function live(history: Iterable<fc.AsyncCommand<Ledger, World>>, options: HistoryOptions): Promise<void> {
  const world = new World(options.server, options.storage)
  furnish(world)
  const unexpected: unknown[] = []
  const note = (error: unknown) => void unexpected.push(error)
  process.on('unhandledRejection', note)
  try {
    await fc.asyncModelRun(() => ({ model: world.ledger, real: world }), history)
    await heal(world)
    checkAtRest(world)
  } finally {
    process.off('unhandledRejection', note)
    world.end()
  }
  const [error] = unexpected
  if (error !== undefined) throw error instanceof Error ? error : new Error('What nobody expected.', { cause: error })
}
