import { addOperation } from './add-operation.ts'
import { versionOf, withoutKey } from './compose-row.ts'
import { type DeletedRecord, restoringOperation } from './delete-record.ts'
import { declarations } from './entities.ts'
import { canFoldUpdate, foldUpdate, isUnattempted } from './folding.ts'
import { mergeFields } from './merge.ts'
import { queuedAgain, underNewKey } from './new-operation.ts'
import type { NewOperation, Operation } from './operation.ts'
import { pick } from './pick.ts'
import type { Clock, Replica, ReplicaTransaction } from './ports.ts'
import { rebase } from './rebase.ts'

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
    // The server has no such record any more, and a deletion that waits will find that out.
    const isGone = (await store.base(entity, key))?.gone === true
    // A form that was saved since shows the record, too, and asks about its deletion.
    const isHere = (await store.row(entity, key)) !== undefined && !isGone
    // Discarded or decided against since: made anew, the record would be there twice.
    const isDecidedAgainst = deleteOpId !== null && deletion === undefined && isHere
    const hasWaited = deletion !== undefined && isUnattempted(deletion) && !isGone
    const neverLeft = deleteOpId === null || isDecidedAgainst || hasWaited
    if (neverLeft) {
      if (deletion !== undefined) await store.deleteOperations([deletion.seq])
      await putBack(store, [...(await droppedOf(store, onTheWay)), ...foldedAway], clock.now())
    } else if (!isHere) {
      await putUnderLostEdits(store, restoringOperation(replica.owner, opId, entity, row, clock.now()))
    }
    if (!isDecidedAgainst) await rebase(store, entity, key)
    return neverLeft ? 'undone' : 'restored'
  })
}

/** Edits that the server has refused since, and that were not asked about, because the deletion stood behind them. */
async function droppedOf(store: ReplicaTransaction, onTheWay: Operation[]): Promise<Operation[]> {
  if (onTheWay.length === 0) return []
  const journal = await store.journalSince(0)
  const dropped = new Set(journal.flatMap(({ opId, note }) => (note === 'nothing-to-send' ? [opId] : [])))
  return onTheWay.filter(({ opId }) => dropped.has(opId)).map(underNewKey)
}

/** Gives folded-away operations new places at the end; identity is `opId`, order is kept among them (fault A19). */
async function putBack(store: ReplicaTransaction, operations: Operation[], now: number): Promise<void> {
  for (const { seq: _, ...operation } of operations) {
    if ((await store.operationByOpId(operation.opId)) !== undefined) continue
    const { entity, key } = operation
    if (operation.kind !== 'create' && (await store.base(entity, key)) === undefined) {
      const row = await store.row(entity, key)
      if (row !== undefined) await store.putBase({ entity, key, record: withoutKey(row), version: versionOf(row) })
    }
    if (operation.kind === 'create') await putUnderLostEdits(store, operation)
    else if (!(await putUnderLater(store, operation, now))) await addOperation(store, operation)
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
 * both; the agent is asked about two that have no room in one. False when there is none, or it may not change any more.
 */
async function putUnderLater(store: ReplicaTransaction, edit: NewOperation, now: number): Promise<boolean> {
  const { entity, key, kind, changes, base } = edit
  const later = (await store.chain(entity, key)).find((one) => one.kind === 'update' && canFoldUpdate(one, changes))
  if (kind !== 'update' || later === undefined) return false
  const rules = declarations[entity].mergeRules
  const rest = mergeFields(base, changes, later.changes, rules)
  for (const field of rest.conflicts) delete rest.changes[field]
  await store.putOperation(foldUpdate(later, { ...edit, changes: rest.changes }))
  const texts = rest.conflicts.filter((field) => rules[field] === 'both-texts')
  if (texts.length > 0) {
    const conflict = { theirs: pick(later.changes, texts), theirVersion: null, isHere: true, fields: texts, at: now }
    const rival = { ...queuedAgain(edit), changes: pick(changes, texts), base: pick(base, texts), files: {}, shown: {} }
    await addOperation(store, { ...rival, state: 'conflict', conflict })
  }
  return true
}
