import { type EntityName, declarations } from './entities.ts'
import { underNewKey } from './new-operation.ts'
import { operationPages } from './operation-pages.ts'
import type { LocalKey, Operation, Reference } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'

/** The records that would take this one along when they are deleted, the outermost first. */
export function parentsOf({ entity, references }: Pick<Operation, 'entity' | 'references'>): Parent[] {
  return Object.entries(references)
    .map(([field, { entity: of, key }]) => ({ entity: of, key, field }))
    .filter((parent) => declarations[parent.entity].cascades.some((child) => child.entity === entity))
    .toSorted((one, other) => declarations[other.entity].cascades.length - declarations[one.entity].cascades.length)
}

type Parent = Reference & { field: string }

/** What waits for the operation's record, such as the visitors of an open house that was never sent. */
export async function workBelow(store: ReplicaTransaction, { entity, key, kind }: Operation): Promise<Operation[]> {
  const below: Operation[] = []
  if (kind !== 'create') return below
  for await (const page of operationPages(store))
    below.push(...page.filter((other) => parentsOf(other).some((one) => one.entity === entity && one.key === key)))
  return below
}

/** Sends the work again that was refused because this record was missing. */
export async function sendWorkBelow(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  for await (const page of operationPages(store)) {
    for (const operation of page) {
      const isBelow = parentsOf(operation).some((parent) => parent.entity === entity && parent.key === key)
      if (isBelow && operation.state === 'attention') await store.putOperation(underNewKey(operation))
    }
  }
}

/** A refused operation under a new key, and one that was blocked by it; any other as it is. */
export function sentAgain(operation: Operation): Operation {
  if (operation.state === 'attention') return underNewKey(operation)
  return operation.state === 'blocked' ? { ...operation, state: 'queued', nextAt: 0 } : operation
}
