import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { underNewKey } from './new-operation.ts'
import { everyOperation } from './every-operation.ts'
import type { LocalKey, Operation, Reference } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/** The records that would take this one along when they are deleted, the outermost first. */
export function parentsOf({ entity, references }: Pick<Operation, 'entity' | 'references'>): Parent[] {
  return Object.entries(references)
    .map(([field, { entity: of, key }]) => ({ entity: of, key, field }))
    .filter((parent) => kinds[parent.entity].cascades.some((child) => child.entity === entity))
    .toSorted((one, other) => kinds[other.entity].cascades.length - kinds[one.entity].cascades.length)
}

type Parent = Reference & { field: string }

/** What waits for the operation's record, such as the visitors of an open house that was never sent. */
export async function workBelow(store: ReplicaTransaction, { entity, key, kind }: Operation): Promise<Operation[]> {
  const below: Operation[] = []
  if (kind !== 'create') return below
  for await (const other of everyOperation(store)) if (isBelow(other, entity, key)) below.push(other)
  return below
}

/** Sends the work again that was refused because this record was missing. */
export async function sendWorkBelow(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  for (const operation of await store.operationsInState('attention')) {
    if (isBelow(operation, entity, key)) await store.putOperation(underNewKey(operation))
  }
}

function isBelow(operation: Operation, entity: EntityName, key: LocalKey): boolean {
  return parentsOf(operation).some((parent) => parent.entity === entity && parent.key === key)
}
