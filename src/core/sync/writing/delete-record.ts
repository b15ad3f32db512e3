import { readBelow } from '#core/sync/records/records-below.ts'
import { composeRow, declaredFields } from '#core/sync/records/compose-row.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { isUnattempted } from './folding.ts'
import { newOperation, underNewKey } from '#core/sync/records/operations.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { parentReference } from '#core/sync/records/references.ts'
import type { Clock, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { keepBase, rebase } from '#core/sync/records/rebase.ts'

/** How long a notification offers to take a deletion back, and how long the deletion waits for that. */
export const undoMs = 10_000

/** What `undoDelete` needs to bring a record back; a notification with an *Undo* button holds it. */
export type DeletedRecord = {
  entity: EntityName
  key: LocalKey
  /** The operation that deletes it on the server; null when the server never had it. */
  deleteOpId: string | null
  /** Operations that the deletion made pointless, its own and its children's. */
  foldedAway: Operation[]
}

type Deletion = Pick<DeletedRecord, 'entity' | 'key'> & {
  opId: string
  /** How long it can be undone, and is not sent; 0 where no *Undo* is offered. */
  undoMs?: number
}

/**
 * Deletes a record on this device, with the children that would go with it (fault E10), in one transaction. What was
 * never sent folds away; what may have reached the server is settled first. Null when there is no such record here.
 */
export async function deleteRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  deletion: Deletion,
): Promise<DeletedRecord | null> {
  return replica.transact('write', (store) => deleteRow(store, replica.owner, clock.now(), deletion))
}

/** `deleteRecord` in the caller's transaction. */
export async function deleteRow(
  store: ReplicaTransaction,
  owner: string,
  now: number,
  { opId, entity, key, undoMs: waitsMs = 0 }: Deletion,
): Promise<DeletedRecord | null> {
  const row = await store.row(entity, key)
  if (row === undefined) return null
  const foldedAway = await foldAwayChildren(store, entity, key)
  const chain = await store.chain(entity, key)
  if (chain.length === 0) await keepBase(store, entity, key)

  const unsent = unattemptedEnd(chain)
  const [create] = unsent
  // An earlier try of it may still arrive, or another device may make it again: it goes first, to be deleted by the id that it gets.
  if (create?.kind === 'create' && mayBeMadeAllTheSame(create)) {
    if (create.state === 'attention') await store.putOperation(underNewKey(create))
    unsent.shift()
  }
  await store.deleteOperations(unsent.map(({ seq }) => seq))
  foldedAway.push(...unsent)
  const onTheWay = chain.slice(0, chain.length - unsent.length)
  const base = await store.base(entity, key)
  // A create that was refused on the way may have arrived all the same, and a pull has brought what it made.
  const isThere = base !== undefined && base.record !== null && base.gone !== true
  const wasNeverSent = unsent[0]?.kind === 'create' && unsent.length === chain.length && !isThere
  if (!wasNeverSent) {
    const before = composeRow({ entity, key }, base, onTheWay) ?? row
    const parts = { owner, opId, entity, key, kind: 'delete' as const, madeAt: now }
    const deletion = newOperation({
      ...parts,
      references: parentReference(entity, row),
      base: declaredFields(entity, before),
      baseVersion: base?.version ?? null,
    })
    const below = await readBelow(store, entity, key)
    const waits = waitsMs > 0 ? { state: 'waiting' as const, nextAt: now + waitsMs } : {}
    await store.addOperation({ ...deletion, ...waits, foldedAway, below })
  }
  await rebase(store, entity, key)
  return { entity, key, deleteOpId: wasNeverSent ? null : opId, foldedAway }
}

function mayBeMadeAllTheSame({ state, attempts, isRestored }: Operation): boolean {
  return isRestored === true || (state === 'attention' && attempts > 1)
}

/** The operations at the end of a chain that cannot have reached the server. */
function unattemptedEnd(chain: Operation[]): Operation[] {
  const lastAttempted = chain.findLastIndex((operation) => !isUnattempted(operation))
  return chain.slice(lastAttempted + 1)
}

async function foldAwayChildren(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<Operation[]> {
  const foldedAway: Operation[] = []
  for (const child of kinds[entity].cascades) {
    for (const row of await store.rowsReferringTo(child.entity, child.field, key)) {
      foldedAway.push(...(await foldAwayChildren(store, child.entity, row.key)))
      const unsent = unattemptedEnd(await store.chain(child.entity, row.key))
      await store.deleteOperations(unsent.map(({ seq }) => seq))
      foldedAway.push(...unsent)
      if (unsent.length > 0) await rebase(store, child.entity, row.key)
    }
  }
  return foldedAway
}
