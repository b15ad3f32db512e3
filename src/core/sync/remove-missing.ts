import type { EntityName } from './entities.ts'
import { sweepFact } from './fact-names.ts'
import { justSettled } from './lagging-copy.ts'
import type { LocalKey } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'
import { removeGone } from './remove-children.ts'

export type Sweep = {
  at: number
  /** What the last complete sweep missed and did not dare to remove; null when it removed all it missed. */
  heldBack: LocalKey[] | null
}

const mostAtOnce = 50
const mostShare = 0.2

/**
 * Removes the rows that a complete sweep did not find. More than 50, or a fifth of the table, wait until a second sweep
 * agrees, because a list may be short by mistake (fault G14). Rows with waiting operations stay.
 */
export async function removeMissing(
  store: ReplicaTransaction,
  entity: EntityName,
  found: Set<LocalKey>,
  now: number,
): Promise<{ isHeldBack: boolean; removed: LocalKey[] }> {
  const all = await store.rowKeys(entity)
  const busyKeys = await store.keysWithOperations(entity)
  // A lagging copy may not have a record yet that was confirmed a moment ago (fault G11).
  const justConfirmed = new Set((await justSettled(store, now)).map((entry) => `${entry.entity} ${entry.key}`))
  const missing = all.filter((key) => !found.has(key) && !busyKeys.has(key) && !justConfirmed.has(`${entity} ${key}`))
  const before = await store.fact<Sweep>(sweepFact(entity))
  const suspected = new Set(before?.heldBack ?? [])
  const isTooMany = missing.length > mostAtOnce || missing.length > all.length * mostShare
  const removed = isTooMany ? missing.filter((key) => suspected.has(key)) : missing
  // Or the server was restored since and has never heard of it, so it is looked for again until it does not lag any more.
  const lagging = all.filter((key) => justConfirmed.has(`${entity} ${key}`) && !(found.has(key) || busyKeys.has(key)))
  const isHeldBack = removed.length < missing.length || lagging.length > 0
  const heldBack = isHeldBack ? [...missing.filter((key) => !suspected.has(key)), ...lagging] : null
  await store.putFact(sweepFact(entity), { at: now, heldBack })
  await removeGone(store, entity, removed)
  return { isHeldBack, removed }
}
