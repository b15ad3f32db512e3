import { addOperation } from './add-operation.ts'
import { composeRow, versionOf, withoutKey } from './compose-row.ts'
import { type EntityName, declarations } from './entities.ts'
import { isUnattempted } from './folding.ts'
import type { Fields } from './json.ts'
import { newOperation, underNewKey } from './new-operation.ts'
import type { LocalKey, NewOperation, Operation, Reference } from './operation.ts'
import { parentReference } from './parent-reference.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from './ports.ts'
import { rebase } from './rebase.ts'

/** What `undoDelete` needs to bring a record back; a notification with an *Undo* button holds it. */
export type DeletedRecord = {
  entity: EntityName
  key: LocalKey
  /** The operation that deletes it on the server; null when the server never had it. */
  deleteOpId: string | null
  /** Operations that the deletion made pointless, its own and its children's, oldest first. */
  foldedAway: Operation[]
  /** The record's own operations that may have reached the server. */
  onTheWay: Operation[]
  row: Row
}

/**
 * Deletes a record on this device, with the children that would go with it (fault E10), in one transaction. What was
 * never sent folds away; what may have reached the server is settled first. Null when there is no such record here.
 */
export async function deleteRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  { opId, entity, key }: { opId: string; entity: EntityName; key: LocalKey },
): Promise<DeletedRecord | null> {
  return replica.transact('write', async (store) => {
    const row = await store.row(entity, key)
    if (row === undefined) return null
    const foldedAway = await foldAwayChildren(store, entity, key)
    const chain = await store.chain(entity, key)
    if (chain.length === 0) await store.putBase({ entity, key, record: withoutKey(row), version: versionOf(row) })

    const unsent = unattemptedEnd(chain)
    const [create] = unsent
    // It was refused, but an earlier try of it may still arrive: it goes again, to be deleted by the id that it gets.
    if (create?.kind === 'create' && create.state === 'attention' && create.attempts > 1) {
      await store.putOperation(underNewKey(create))
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
      const before = composeRow(key, base, onTheWay) ?? row
      await addOperation(
        store,
        newOperation({
          owner: replica.owner,
          opId,
          entity,
          key,
          kind: 'delete',
          madeAt: clock.now(),
          references: parentReference(entity, row),
          base: declaredFields(entity, before),
          baseVersion: base?.version ?? null,
        }),
      )
    }
    await rebase(store, entity, key)
    return { entity, key, deleteOpId: wasNeverSent ? null : opId, foldedAway: inOrder(foldedAway), onTheWay, row }
  })
}

/** A create that makes a lost record anew from what this device remembers of it. */
export function restoringOperation(
  owner: string,
  opId: string,
  entity: EntityName,
  row: Row,
  madeAt: number,
): NewOperation {
  const fields = declaredFields(entity, row)
  const references: Record<string, Reference> = {}
  for (const [field, referred] of Object.entries(declarations[entity].references)) {
    const referredKey = row[`${field}_key`]
    if (typeof referredKey === 'string') references[field] = { entity: referred, key: referredKey }
  }
  const { id: _, version: __, ...shown } = withoutKey(row)
  return newOperation({ owner, opId, entity, key: row.key, kind: 'create', madeAt, changes: fields, references, shown })
}

function declaredFields(entity: EntityName, record: Fields): Fields {
  const names = declarations[entity].fields.filter((name) => record[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
}

/** The operations at the end of a chain that cannot have reached the server. */
function unattemptedEnd(chain: Operation[]): Operation[] {
  const lastAttempted = chain.findLastIndex((operation) => !isUnattempted(operation))
  return chain.slice(lastAttempted + 1)
}

async function foldAwayChildren(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<Operation[]> {
  const foldedAway: Operation[] = []
  for (const child of declarations[entity].cascades) {
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

function inOrder(operations: Operation[]): Operation[] {
  return operations.toSorted((one, other) => one.seq - other.seq)
}
