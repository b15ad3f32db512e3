import { addOperation } from './add-operation.ts'
import { composeRow, versionOf, withoutKey } from './compose-row.ts'
import { type EntityName, declarations } from './entities.ts'
import { canFoldUpdate, foldUpdate, isUnattempted } from './folding.ts'
import type { Fields } from './json.ts'
import { mergeFields } from './merge.ts'
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

/**
 * Brings a deleted record back. `undone`: the deletion never left this device, or was discarded or decided against since.
 * `restored`: the server may have deleted it already, so it goes there again as a new record, under the same key here, with
 * `opId` as the create's name.
 */
export async function undoDelete(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  { opId, deleted }: { opId: string; deleted: DeletedRecord },
): Promise<'undone' | 'restored'> {
  const { entity, key, deleteOpId, foldedAway, onTheWay, row } = deleted
  return replica.transact('write', async (store) => {
    const deletion = deleteOpId === null ? undefined : await store.operationByOpId(deleteOpId)
    // A form that was saved since shows the record, too, and asks about its deletion.
    const isHere = (await store.row(entity, key)) !== undefined && (await store.base(entity, key))?.gone !== true
    // Discarded or decided against since: made anew, the record would be there twice.
    const isDecidedAgainst = deleteOpId !== null && deletion === undefined && isHere
    const neverLeft = deleteOpId === null || isDecidedAgainst || (deletion !== undefined && isUnattempted(deletion))
    if (neverLeft) {
      if (deletion !== undefined) await store.deleteOperations([deletion.seq])
      await putBack(store, [...(await droppedOf(store, onTheWay)), ...foldedAway])
    } else if (!isHere) {
      await putUnderLostEdits(store, restoringOperation(replica.owner, opId, entity, row, clock.now()))
    }
    if (!isDecidedAgainst) await rebase(store, entity, key)
    return neverLeft ? 'undone' : 'restored'
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

/** Edits that the server has refused since, and that were not asked about, because the deletion stood behind them. */
async function droppedOf(store: ReplicaTransaction, onTheWay: Operation[]): Promise<Operation[]> {
  if (onTheWay.length === 0) return []
  const journal = await store.journalSince(0)
  const dropped = new Set(journal.flatMap(({ opId, note }) => (note === 'nothing-to-send' ? [opId] : [])))
  return onTheWay.filter(({ opId }) => dropped.has(opId)).map(underNewKey)
}

/** Gives folded-away operations new places at the end; identity is `opId`, order is kept among them (fault A19). */
async function putBack(store: ReplicaTransaction, operations: Operation[]): Promise<void> {
  for (const { seq: _, ...operation } of operations) {
    if ((await store.operationByOpId(operation.opId)) !== undefined) continue
    const { entity, key } = operation
    if (operation.kind !== 'create' && (await store.base(entity, key)) === undefined) {
      const row = await store.row(entity, key)
      if (row !== undefined) await store.putBase({ entity, key, record: withoutKey(row), version: versionOf(row) })
    }
    if (operation.kind === 'create') await putUnderLostEdits(store, operation)
    else if (!(await putUnderLater(store, operation))) await addOperation(store, operation)
    await rebase(store, entity, key)
  }
}

/** A form that was saved after the deletion asks about a record that is not there; now it is, and the edit goes into it. */
async function putUnderLostEdits(store: ReplicaTransaction, create: NewOperation): Promise<void> {
  const chain = await store.chain(create.entity, create.key)
  const lost = chain.filter(({ kind, conflict }) => kind === 'update' && conflict !== null && conflict.theirs === null)
  await store.deleteOperations(lost.map(({ seq }) => seq))
  const seq = await addOperation(store, create)
  const filledIn = lost.reduce<Operation>((made, edit) => foldUpdate(made, edit), { ...create, seq })
  if (lost.length > 0) await store.putOperation(filledIn)
}

/**
 * An edit that comes back where a later one waits already goes into that one: what the agent chose last stays, and of texts
 * both. False when there is none, or it may not change any more.
 */
async function putUnderLater(store: ReplicaTransaction, edit: NewOperation): Promise<boolean> {
  const { entity, key, kind, changes, base } = edit
  const later = (await store.chain(entity, key)).find((one) => one.kind === 'update' && canFoldUpdate(one, changes))
  if (kind !== 'update' || later === undefined) return false
  const rest = mergeFields(base, changes, later.changes, declarations[entity].mergeRules)
  for (const field of rest.conflicts) delete rest.changes[field]
  await store.putOperation(foldUpdate(later, { ...edit, changes: rest.changes }))
  return true
}

function inOrder(operations: Operation[]): Operation[] {
  return operations.toSorted((one, other) => one.seq - other.seq)
}
