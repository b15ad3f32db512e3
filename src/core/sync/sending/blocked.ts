import type { Abilities } from '#core/sync/requests/abilities.ts'
import { type Waiting, isStuck, toWaiting } from './chains.ts'
import { everyOperation } from '#core/sync/records/every-operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/** The operations that can only go on after the agent has decided about another one (faults E6, E9). `line` is in its order. */
export function blockedSeqs(line: Waiting[]): Set<number> {
  const missingRecords = new Set<string>()
  // References may point to later operations, so this repeats until no more records are missing.
  for (;;) {
    const missingBefore = missingRecords.size
    const closedChains = new Set<string>()
    const blocked = new Set<number>()
    for (const waiting of line) {
      const isBlocked =
        !waiting.isReadable ||
        closedChains.has(waiting.chain) ||
        waiting.refersTo.some((name) => missingRecords.has(name))
      if (!isBlocked && !isStuck(waiting)) continue
      if (!isStuck(waiting)) blocked.add(waiting.seq)
      closedChains.add(waiting.chain)
      if (waiting.kind === 'create') missingRecords.add(`${waiting.entity} ${waiting.key}`)
    }
    if (missingRecords.size === missingBefore) return blocked
  }
}

/** Makes the stored marks say which operations are blocked. Marks only: what may be sent is worked out anew each time. */
export async function markBlocked(store: ReplicaTransaction, abilities: Abilities): Promise<void> {
  const line: Waiting[] = []
  for await (const operation of everyOperation(store)) line.push(toWaiting(operation, abilities))
  const blocked = blockedSeqs(line)
  for (const { seq, state } of line) {
    const shouldBe = blocked.has(seq)
    if (shouldBe === (state === 'blocked') || (shouldBe && state !== 'queued' && state !== 'waiting')) continue
    const operation = await store.operation(seq)
    if (operation !== undefined) await store.putOperation({ ...operation, state: shouldBe ? 'blocked' : 'queued' })
  }
}
