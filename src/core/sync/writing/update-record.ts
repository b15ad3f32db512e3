import { keyField } from '#core/kinds/key-field.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { type NewRecord, opIdForOtherContents } from './create-record.ts'
import type { Fields } from '#core/contract/json.ts'
import { idOfKey } from '#core/sync/records/keys.ts'
import { isEmbeddedReference, parentReference, referencesOf } from '#core/sync/records/references.ts'
import { isOfNewerFormat } from './upgrade-operation.ts'
import { mergeFields } from './merge.ts'
import { newOperation, queuedAgain, underNewKey } from '#core/sync/records/operations.ts'
import { type LocalKey, type Operation, isJsonEqual } from '#core/sync/operation.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { storeBase, rebase } from '#core/sync/records/rebase.ts'
import { pageCode } from '#core/sync/requests/answers.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

/** `conflict`: saved, but a field was changed elsewhere since the form opened. `deleted`: not saved, the record was deleted on this device. */
export type UpdateOutcome = 'recorded' | 'unchanged' | 'conflict' | 'deleted'

/** A repeated call with the same `opId` and changes does nothing; other changes become another operation, as in `createRecord`. */
export async function updateRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  update: RecordUpdate,
): Promise<{ outcome: UpdateOutcome }> {
  return replica.transact('write', (tx) => updateRow(tx, replica.owner, clock.now(), update))
}

type RecordUpdate = NewRecord & {
  key: LocalKey
  /** The values when the form opened (fault A16). Only `changes` that differ from them are saved, merged with changes made since then. */
  opened: Fields
}

export async function updateRow(
  tx: ReplicaTransaction,
  owner: string,
  now: number,
  update: RecordUpdate,
): Promise<{ outcome: UpdateOutcome }> {
  const { entity, key, shown = {} } = update
  // Read together, because each read is a round trip and the agent waits for "saved".
  const [earlier, queue, row] = await Promise.all([
    tx.operationByOpId(update.opId),
    tx.recordQueue(entity, key),
    tx.row(entity, key),
  ])
  const edit = editOf(update, row)
  const isUnchanged = isEmptyUpdate({ kind: 'update', entity, ...edit })
  if (earlier !== undefined && isUnchanged) return { outcome: 'recorded' }
  if (queue.at(-1)?.kind === 'delete') return { outcome: 'deleted' }
  if (isUnchanged) return { outcome: 'unchanged' }
  const opId = earlier === undefined ? update.opId : opIdForOtherContents(update)
  const isGone = row === undefined
  if (isGone) await tx.putBase({ entity, key, record: update.opened, version: null, gone: true })
  else if (queue.length === 0) await storeBase(tx, entity, key)

  const { changes, references, files, base, conflicts } = edit
  const baseVersion = (await tx.base(entity, key))?.version ?? null
  const made = { owner, opId, entity, key, kind: 'update' as const, madeAt: now }
  const operation = newOperation({ ...made, changes, references, files, shown, base, baseVersion })
  const isConflict = isGone || conflicts.length > 0
  if (isConflict) {
    const fields = isGone ? Object.keys(changes) : conflicts
    const theirs = isGone ? null : pick(row, fields)
    // Whether the other side is another form on this device rather than the server.
    const isHere = isGone
      ? (await idOfKey(tx, entity, key)) === null
      : fields.every((field) => queue.some((other) => replaced(other, field, update.opened)))
    const conflict = { theirs, theirVersion: null, isHere, fields, at: now }
    await tx.addOperation({ ...operation, state: 'conflict', conflict })
  } else await foldOrAdd(tx, queue, operation)
  await rebase(tx, entity, key)
  return { outcome: isConflict ? 'conflict' : 'recorded' }
}

/** Whether an operation on this device replaced the value that the form opened with. */
function replaced({ kind, changes, base }: Operation, field: string, opened: Fields): boolean {
  return field in changes && (kind === 'create' || isSameValue(base[field], opened[field]))
}

function editOf(update: RecordUpdate, row: Row | undefined) {
  const touched = Object.fromEntries(
    Object.entries(update.changes).filter(([field, value]) => !isJsonEqual(update.opened[field] ?? null, value)),
  )
  const now = row ?? update.opened
  const merge = mergeFields(update.opened, touched, now, kinds[update.entity].mergeRules)
  const changed = Object.entries(update.references ?? {}).filter(([field, { key }]) => row?.[keyField(field)] !== key)
  const references = { ...parentReference(update.entity, now), ...Object.fromEntries(changed) }
  const base = pick(now, Object.keys(merge.changes))
  for (const field of merge.conflicts) base[field] = update.opened[field] ?? null
  return { changes: merge.changes, references, files: update.files ?? {}, base, conflicts: merge.conflicts }
}

async function foldOrAdd(
  tx: ReplicaTransaction,
  queue: Operation[],
  operation: ReturnType<typeof newOperation>,
): Promise<void> {
  const previous = queue.at(-1)
  const refused = queue.find(isRefused)
  if (refused !== undefined) {
    // Saving a record again corrects a refused operation (fault H3).
    await putFolded(tx, underNewKey(foldUpdate(refused, operation)))
    // In other cases the edit is also queued last: a later operation would overwrite it, or recovery sends this create again
    // (`isRestored`), which writes nothing if another device has sent it first (fault C19).
    if (refused === previous && refused.isRestored !== true) return
  }
  if (previous === undefined || !canFoldUpdate(previous, operation.changes)) await tx.addOperation(operation)
  else {
    const together = foldUpdate(previous, operation)
    // If a firewall's page answered the last attempt, the firewall may let the changed operation through.
    await putFolded(tx, previous.refusal?.code === pageCode ? queuedAgain(together) : together)
  }
}

/** True if the server refused the operation, so that a corrected one may go under the next revision. */
function isRefused({ state, attempt, kind }: Operation): boolean {
  return state === 'attention' && attempt === null && kind !== 'delete'
}

/**
 * Whether an update can be folded into the previous operation of its record. Operations of other records in between do not matter, because
 * they need only this record's id (fault F7).
 */
export function canFoldUpdate(previous: Operation, changes: Fields): boolean {
  if (!isUnattempted(previous) || previous.kind === 'delete') return false
  if (previous.state === 'conflict' || previous.state === 'attention') return false
  // Another device may have sent the lost create again first. Then this one writes nothing, and changes folded into it would be lost (fault C19).
  if (previous.isRestored === true) return false
  return !touchesUnfoldable(previous, changes)
}

/** True if an operation cannot have reached the server and has a known format: only then may it change (faults F6, J3). */
export function isUnattempted(operation: Operation): boolean {
  if (isOfNewerFormat(operation)) return false
  return operation.attempt === null && operation.state !== 'sending' && operation.state !== 'unknown'
}

/** Whether one of the changes is to a field whose every value matters, so that two changes must not become one (fault F10). */
function touchesUnfoldable(previous: Operation, changes: Fields): boolean {
  const { unfoldableFields } = kinds[previous.entity]
  const steps = [...Object.keys(changes), ...(previous.kind === 'update' ? Object.keys(previous.changes) : [])]
  return steps.some((field) => unfoldableFields.includes(field))
}

/** Adds the later fields to the earlier operation, whose older base remains (faults F1, F2). */
export function foldUpdate<Earlier extends Operation>(previous: Earlier, later: Later): Earlier {
  const changes = { ...previous.changes, ...later.changes }
  return {
    ...previous,
    changes,
    references: referencesOf(previous.entity, changes, { ...previous.references, ...later.references }),
    files: { ...previous.files, ...later.files },
    shown: { ...previous.shown, ...later.shown },
    base: previous.kind === 'create' ? previous.base : { ...later.base, ...previous.base },
  }
}

/** `shown`: values that screens show until the server's copy of the record arrives. */
type Later = Pick<Operation, 'changes' | 'references' | 'files' | 'base' | 'shown'>

async function putFolded(tx: ReplicaTransaction, together: Operation): Promise<void> {
  const folded = together.kind === 'update' ? withoutCancelledFields(together) : together
  if (isEmptyUpdate(folded)) await tx.deleteOperations([folded.seq])
  else await tx.putOperation(folded)
}

/** Returns the update without fields that are back at their old value (fault F9). */
function withoutCancelledFields<Update extends Operation>(update: Update): Update {
  const changes = Object.fromEntries(
    Object.entries(update.changes).filter(([field, value]) => !isUnchanged(update.base, field, value)),
  )
  return { ...update, changes, references: referencesOf(update.entity, changes, update.references) }
}

function isUnchanged(base: Fields, field: string, value: Fields[string]): boolean {
  return field in base && isJsonEqual(base[field], value)
}

/**
 * Whether an update changes nothing. Embedded references and the one to the parent are in `references` even if unchanged, so they do not
 * count; a change of an embedded reference is also in `changes`.
 */
export function isEmptyUpdate(
  operation: Pick<Operation, 'kind' | 'entity' | 'changes' | 'references' | 'files'>,
): boolean {
  return (
    operation.kind === 'update' &&
    Object.keys(operation.changes).length === 0 &&
    Object.keys(operation.references).every(
      (field) => field === kinds[operation.entity].parent || isEmbeddedReference(field),
    ) &&
    Object.keys(operation.files).length === 0
  )
}
