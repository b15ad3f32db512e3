import { type Fields, fieldsOf } from '#core/contract/json.ts'
import { lastCopyOfDeleted, parentsOf, operationsOnChildren } from '#core/sync/records/child-records.ts'
import { underNewKey } from '#core/sync/records/operations.ts'
import type { Operation, Reference } from '#core/sync/operation.ts'
import { type ActionOutcome, applyDecision, recreate } from './outbox-actions.ts'
import type { Clock, Ids, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { rebase } from '#core/sync/records/rebase.ts'

/** A parent record that was deleted elsewhere while operations on its children wait here (fault E7). */
export type MissingParent = Reference & {
  /** Whether this device stores enough to recreate it. */
  canBeRecreated: boolean
}

type Reader = Pick<ReplicaTransaction, 'row' | 'meta'>

/** Returns the deleted parent of a refused create, or null. If several are deleted, the closest: for a visitor, the open house, not the listing. */
export async function missingParentOf(tx: Reader, operation: Operation): Promise<MissingParent | null> {
  if (operation.kind !== 'create' || operation.state !== 'attention') return null
  const gone = await goneParents(tx, operation)
  const innermost = gone.at(-1)
  if (innermost !== undefined) {
    const { entity, key } = innermost
    return { entity, key, canBeRecreated: gone.every(({ record }) => record !== null) }
  }
  // The server has refused the create because its parent is missing, but the deletion has not been pulled yet.
  const parent = operation.refusal?.code === 'parent_gone' ? parentsOf(operation).at(-1) : undefined
  return parent === undefined ? null : { entity: parent.entity, key: parent.key, canBeRecreated: false }
}

/** Returns the deleted parents, the outermost first. `record`: the parent's last copy; null if this device no longer has it. */
async function goneParents(tx: Reader, operation: Operation): Promise<(Reference & { record: Fields | null })[]> {
  const gone: (Reference & { record: Fields | null })[] = []
  for (const { entity, key } of parentsOf(operation)) {
    if ((await tx.row(entity, key)) !== undefined) continue
    gone.push({ entity, key, record: await lastCopyOfDeleted(tx, { entity, key }) })
  }
  return gone
}

/** Moves a create whose parent was deleted, with the operations on its children, to another listing or open house, and sends it again. */
export function moveToOtherParent(replica: Replica, opId: string, to: Reference): Promise<ActionOutcome> {
  return applyDecision(replica, opId, async (tx, operation) => {
    const target = await tx.row(to.entity, to.key)
    if (target === undefined) return 'missing'
    const moving = [operation, ...(await operationsOnChildren(tx, operation))]
    if (moving.some(({ state }) => state === 'sending')) return 'in-flight'
    for (const one of moving) {
      const moved = withNewParent(one, to, target)
      await tx.putOperation(moved.state === 'attention' ? underNewKey(moved) : moved)
      await rebase(tx, one.entity, one.key)
    }
  })
}

function withNewParent(operation: Operation, to: Reference, target: Row): Operation {
  const listingKey = to.entity === 'listing' ? to.key : target['listing_key']
  const references = { ...operation.references }
  for (const [field, { entity }] of Object.entries(references)) {
    if (entity === to.entity) references[field] = to
    else if (entity === 'listing' && typeof listingKey === 'string') references[field] = { entity, key: listingKey }
  }
  const address = addressIn(target)
  const shown =
    'listing_address' in operation.shown ? { ...operation.shown, listing_address: address } : operation.shown
  return { ...operation, references, shown }
}

function addressIn(target: Row): string {
  const property = fieldsOf(target['property'])
  const address = property === null ? target['listing_address'] : property['address']
  return typeof address === 'string' ? address : ''
}

/** Recreates the missing parents of an operation from their stored copies, and sends the work that was refused without them. */
export function recreateParent(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  opId: string,
  ids: Ids,
): Promise<ActionOutcome> {
  return applyDecision(replica, opId, async (tx, operation) => {
    const gone = await goneParents(tx, operation)
    if (gone.length === 0 || gone.some(({ record }) => record === null)) return 'missing'
    for (const { entity, key, record } of gone) {
      const create = { opId: ids.uuid(), now: clock.now() }
      const outcome = await recreate(tx, replica.owner, { entity, row: { ...record, key } }, create)
      if (outcome !== 'done') return outcome
    }
  })
}
