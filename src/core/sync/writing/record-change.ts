import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canFoldUpdate, foldUpdate, isEmptyUpdate, withoutCancelledFields } from './folding.ts'
import type { Fields } from '#core/contract/json.ts'
import { idOfKey, localKeyOf } from '#core/sync/records/keys.ts'
import {
  isEmbeddedReference,
  embeddedReferencesIn,
  resolveEmbeddedReferences,
  parentReference,
} from '#core/sync/records/references.ts'
import { mergeFields } from './merge.ts'
import { newOperation, queuedAgain, underNewKey } from '#core/sync/records/operations.ts'
import {
  type AttachedFile,
  type LocalKey,
  type Operation,
  type Reference,
  canonical,
  isJsonEqual,
} from '#core/sync/operation.ts'
import { pick } from '#core/sync/pick.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { storeBase, rebase } from '#core/sync/records/rebase.ts'
import { pageCode } from '#core/sync/requests/answers.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

export type NewRecord = {
  /** Made when the form opens, so that a double submit is one save (fault A15). */
  opId: string
  entity: EntityName
  changes: Fields
  references?: Record<string, Reference>
  files?: Record<string, AttachedFile>
  /** Values that the row shows but that are never sent, such as a listing's nested property. */
  shown?: Fields
}

/**
 * Creates a record on this device in one transaction; when it resolves, the record is saved. A repeated call with the same `opId` and
 * contents does nothing. With other contents it creates another record, because two tabs may share a draft, and saved work is never lost.
 */
export async function createRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  record: NewRecord,
): Promise<{ key: LocalKey }> {
  return replica.transact('write', (tx) => createRow(tx, replica.owner, clock.now(), record))
}

export async function createRow(
  tx: ReplicaTransaction,
  owner: string,
  now: number,
  record: NewRecord,
): Promise<{ key: LocalKey }> {
  const { entity } = record
  const isOther = await hasOtherContents(tx, record)
  const opId = isOther ? opIdForOtherContents(record) : record.opId
  const key = localKeyOf(opId)
  const earlier = (await tx.operationByOpId(opId)) ?? (await tx.mappingOfKey(entity, key))
  if (earlier !== undefined) return { key }
  await tx.addOperation(newOperation({ ...record, opId, owner, key, kind: 'create', madeAt: now }))
  await rebase(tx, entity, key)
  return { key }
}

/** True if a record with other contents was created under this `opId`. False if the journal no longer has its contents. */
async function hasOtherContents(tx: ReplicaTransaction, record: NewRecord): Promise<boolean> {
  const { entity, opId } = record
  const waiting = await tx.operationByOpId(opId)
  const isSettled = waiting === undefined && (await tx.mappingOfKey(entity, localKeyOf(opId))) !== undefined
  const created = waiting ?? (isSettled ? (await tx.journalSince(0)).find((entry) => entry.opId === opId) : undefined)
  if (created === undefined) return false
  const textOf = await contentsSerializer(tx, record)
  return textOf(created) !== textOf(record)
}

/** Returns a function that serializes contents for comparison: references in lists are compared by id, where one is known. */
async function contentsSerializer(tx: ReplicaTransaction, record: NewRecord): Promise<(contents: Contents) => string> {
  const ids = new Map<LocalKey, number | null>()
  for (const { entity, key } of Object.values(embeddedReferencesIn(record.entity, record.changes)))
    ids.set(key, await idOfKey(tx, entity, key))
  return (contents) => {
    const changes = resolveEmbeddedReferences(record.entity, contents.changes, (name) => ids.get(String(name)) ?? name)
    return contentsOf({ ...contents, changes })
  }
}

type Contents = Pick<NewRecord, 'entity' | 'changes' | 'references' | 'files'>

function contentsOf({ entity, changes, references = {}, files = {} }: Contents): string {
  // Leaves out fields such as `client`, which this device may have set since, when it recognized the client by email.
  const compared = Object.entries(changes).filter(([field]) => !(field in (kinds[entity].dependsOn ?? {})))
  const own = Object.entries(references).filter(([field]) => !isEmbeddedReference(field))
  const keys = own.map(([field, { key }]): [string, string] => [field, key])
  const pictures = Object.entries(files).map(([field, { sha256 }]): [string, string] => [field, sha256])
  return canonical({ ...Object.fromEntries(compared), ...Object.fromEntries(keys), ...Object.fromEntries(pictures) })
}

/** Derives another operation id from `opId` and the contents; the same contents always get the same one. */
function opIdForOtherContents(record: NewRecord): string {
  let [high, low] = [0x811c9dc5, 0x01000193]
  for (const character of contentsOf(record)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
  }
  const hex = (part: number) => (part >>> 0).toString(16).padStart(8, '0')
  return `${record.opId.slice(0, -12)}${`${hex(high)}${hex(low)}`.slice(0, 12)}`
}

type RecordUpdate = NewRecord & {
  key: LocalKey
  /** The values when the form opened (fault A16). Only `changes` that differ from them are saved, merged with changes made since then. */
  opened: Fields
}

/**
 * `recorded`: saved on this device. `unchanged`: nothing to save. `conflict`: saved, but the same field was changed elsewhere since the
 * form opened, so the agent decides. `deleted`: not saved, because the agent deleted the record on this device.
 */
export type UpdateOutcome = 'recorded' | 'unchanged' | 'conflict' | 'deleted'

/**
 * Changes a record on this device in one transaction. A repeated call with the same `opId` and changes does nothing; other changes under
 * that `opId` become another operation, as in `createRecord`.
 */
export async function updateRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  update: RecordUpdate,
): Promise<{ outcome: UpdateOutcome }> {
  return replica.transact('write', (tx) => updateRow(tx, replica.owner, clock.now(), update))
}

export async function updateRow(
  tx: ReplicaTransaction,
  owner: string,
  now: number,
  update: RecordUpdate,
): Promise<{ outcome: UpdateOutcome }> {
  const { entity, key, shown = {} } = update
  // Read together, because each read is a round trip and the agent waits for "saved".
  const [known, chain, row] = await Promise.all([
    tx.operationByOpId(update.opId),
    tx.recordQueue(entity, key),
    tx.row(entity, key),
  ])
  const edit = editOf(update, row)
  const isUnchanged = isEmptyUpdate({ kind: 'update', entity, ...edit })
  if (known !== undefined && isUnchanged) return { outcome: 'recorded' }
  if (chain.at(-1)?.kind === 'delete') return { outcome: 'deleted' }
  if (isUnchanged) return { outcome: 'unchanged' }
  const opId = known === undefined ? update.opId : opIdForOtherContents(update)
  const isGone = row === undefined
  if (isGone) await tx.putBase({ entity, key, record: update.opened, version: null, gone: true })
  else if (chain.length === 0) await storeBase(tx, entity, key)

  const { changes, references, files, base, conflicts } = edit
  const baseVersion = (await tx.base(entity, key))?.version ?? null
  const made = { owner, opId, entity, key, kind: 'update' as const, madeAt: now }
  const operation = newOperation({ ...made, changes, references, files, shown, base, baseVersion })
  const isConflict = isGone || conflicts.length > 0
  if (isConflict) {
    const fields = isGone ? Object.keys(changes) : conflicts
    const theirs = isGone ? null : pick(row, fields)
    const isHere = isGone
      ? (await idOfKey(tx, entity, key)) === null
      : fields.every((field) => chain.some((other) => replaced(other, field, update.opened)))
    // `isHere`: the other side is another form on this device rather than the server.
    const conflict = { theirs, theirVersion: null, isHere, fields, at: now }
    await tx.addOperation({ ...operation, state: 'conflict', conflict })
  } else await foldOrAdd(tx, chain, operation)
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
  chain: Operation[],
  operation: ReturnType<typeof newOperation>,
): Promise<void> {
  const previous = chain.at(-1)
  const refused = chain.find(isRefused)
  if (refused !== undefined) {
    // Saving a record again corrects a refused operation (fault H3).
    await putFolded(tx, underNewKey(foldUpdate(refused, operation)))
    // In other cases the edit is also queued last: a later operation would overwrite it, or another device may create a lost record first
    // (fault C19).
    if (refused === previous && refused.isRestored !== true) return
  }
  if (previous === undefined || !canFoldUpdate(previous, operation.changes)) await tx.addOperation(operation)
  else {
    const together = foldUpdate(previous, operation)
    // A page of the network, not the server, answered the last attempt; the changed operation may get through.
    await putFolded(tx, previous.refusal?.code === pageCode ? queuedAgain(together) : together)
  }
}

async function putFolded(tx: ReplicaTransaction, together: Operation): Promise<void> {
  const folded = together.kind === 'update' ? withoutCancelledFields(together) : together
  if (isEmptyUpdate(folded)) await tx.deleteOperations([folded.seq])
  else await tx.putOperation(folded)
}

/** True if the server refused the operation, so that a corrected one may go under the next revision. */
function isRefused({ state, attempt, kind }: Operation): boolean {
  return state === 'attention' && attempt === null && kind !== 'delete'
}
