import * as fc from 'fast-check'
import { runHistory } from './history.ts'
import type { ServerKind, StorageKind } from '../world/world.ts'

export type RangeResult = {
  histories: number
  failed: Failure[]
  lost: number
  doubled: number
  outOfOrder: number
  /** An operation waited longer than it may. */
  stuck: number
  other: number
}

/** A reproducible failure: its number, and the shortest history that shows it. */
export type Failure = { seed: number; server: ServerKind; storage: StorageKind; error: string; history: string }

const servers: ServerKind[] = ['ours', 'ours in batches', 'plain']

/** The server and store of a history by its number: servers by turns, one in twenty on Dexie. */
export function settingOf(seed: number): { server: ServerKind; storage: StorageKind } {
  return { server: servers[seed % servers.length] ?? 'ours', storage: seed % 20 === 0 ? 'dexie' : 'memory' }
}

export async function runRange(
  from: number,
  to: number,
  given: Partial<{
    server: ServerKind
    storage: StorageKind
    step: number
    onFailure: (failure: Failure) => void
  }> = {},
): Promise<RangeResult> {
  const result: RangeResult = { histories: 0, failed: [], lost: 0, doubled: 0, outOfOrder: 0, stuck: 0, other: 0 }
  for (let seed = from; seed < to; seed += given.step ?? 1) {
    const setting = { ...settingOf(seed), ...definedOf(given) }
    const details = await runHistory(seed, setting)
    result.histories += 1
    if (!details.failed) continue
    const error = String(details.errorInstance instanceof Error ? details.errorInstance.stack : details.errorInstance)
    const failure = { seed, ...setting, error: error.slice(0, 3_000), history: historyOf(details) }
    result.failed.push(failure)
    given.onFailure?.(failure)
    const invariant = /Invariant (\d+):/.exec(error)?.[1]
    if (invariant === '1') result.lost += 1
    else if (invariant === '2') result.doubled += 1
    else if (invariant === '3') result.outOfOrder += 1
    else if (invariant === '7' || invariant === '11') result.stuck += 1
    else result.other += 1
  }
  return result
}

function historyOf({ counterexample }: Awaited<ReturnType<typeof runHistory>>): string {
  return counterexample === null ? '' : fc.stringify(counterexample[0])
}

function definedOf({ server, storage }: Partial<{ server: ServerKind; storage: StorageKind }>) {
  return { ...(server === undefined ? {} : { server }), ...(storage === undefined ? {} : { storage }) }
}
