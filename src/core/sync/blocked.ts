import type { Abilities } from './abilities.ts'
import { type Waiting, isStuck, toWaiting } from './chains.ts'
import { everyOperation } from './every-operation.ts'
import type { ReplicaTransaction } from './ports.ts'

/** The operations that can only go on after the agent has decided about another one (faults E6, E9). */
export function blockedSeqs(line: Waiting[]): Set<number> {
  const blocked = new Set<number>()
  const closedFrom = new Map<string, number>()
  const missingRecords = new Set<string>()
  let hasGrown = true
  // References may point to later operations, so this repeats until nothing new is found.
  while (hasGrown) {
    hasGrown = false
    for (const waiting of line) {
      const isHeld =
        isStuck(waiting) ||
        !waiting.isReadable ||
        waiting.seq > (closedFrom.get(waiting.chain) ?? Infinity) ||
        waiting.refersTo.some((name) => missingRecords.has(name))
      if (!isHeld) continue
      if (!isStuck(waiting) && !blocked.has(waiting.seq)) {
        blocked.add(waiting.seq)
        hasGrown = true
      }
      if (waiting.seq < (closedFrom.get(waiting.chain) ?? Infinity)) {
        closedFrom.set(waiting.chain, waiting.seq)
        hasGrown = true
      }
      if (waiting.kind === 'create') missingRecords.add(`${waiting.entity} ${waiting.key}`)
    }
  }
  return blocked
}

/** Makes the stored marks say who is blocked. Marks only: what may be sent is worked out anew each time. */
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
