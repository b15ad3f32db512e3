import { versionOf, withoutKey } from './compose-row.ts'
import { type EntityName, declarations } from './entities.ts'
import { canFoldUpdate, foldUpdate, isEmptyUpdate, withoutCancelledFields } from './folding.ts'
import type { Fields } from './json.ts'
import { idOfKey, localKeyOf } from './keys.ts'
import { isInList, listReferencesIn } from './list-references.ts'
import { mergeFields } from './merge.ts'
import { newOperation, queuedAgain } from './new-operation.ts'
import {
  type AttachedFile,
  type LocalKey,
  type Operation,
  type Reference,
  canonical,
  isJsonEqual,
} from './operation.ts'
import { parentReference } from './parent-reference.ts'
import { pick } from './pick.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from './ports.ts'
import { rebase } from './rebase.ts'
import { pageCode } from './refusals.ts'
import { isSameValue } from './same-value.ts'

export type NewRecord = {
  /** Made when the form opens, so that a double submit is one save (fault A15). */
  opId: string
  entity: EntityName
  changes: Fields
  references?: Record<string, Reference>
  files?: Record<string, AttachedFile>
  /** What the row shows and never sends, such as a listing's nested property. */
  shown?: Fields
}

/**
 * Makes a record on this device, in one transaction: row and operation, both or neither. When it resolves the record is
 * saved on this device. The same `opId` again is already done; with other contents it is another record, so that what was
 * called saved is never dropped (two tabs can share a draft where the browser has no locks).
 */
export async function createRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  record: NewRecord,
): Promise<{ key: LocalKey }> {
  const { entity } = record
  return replica.transact('write', async (store) => {
    const isOther = await isOfOtherContents(store, record)
    const opId = isOther ? opIdBeside(record) : record.opId
    const key = localKeyOf(opId)
    if (await isAlreadyMade(store, entity, opId)) return { key }
    await store.addOperation(
      newOperation({ ...record, opId, owner: replica.owner, key, kind: 'create', madeAt: clock.now() }),
    )
    await rebase(store, entity, key)
    return { key }
  })
}

/** True when something else was made under this record's `opId`. What nobody remembers any more is taken for the same. */
async function isOfOtherContents(store: ReplicaTransaction, record: NewRecord): Promise<boolean> {
  const { entity, opId } = record
  const waiting = await store.operationByOpId(opId)
  const isSettled = waiting === undefined && (await store.aliasOfKey(entity, localKeyOf(opId))) !== undefined
  const made = waiting ?? (isSettled ? (await store.journalSince(0)).find((entry) => entry.opId === opId) : undefined)
  if (made === undefined) return false
  const withIds = await idsForKeys(store, record)
  return withIds(contentsOf(made)) !== withIds(contentsOf(record))
}

/** What is sent names by its ids what the form's lists name by their keys; both say the same. */
async function idsForKeys(store: ReplicaTransaction, record: NewRecord): Promise<(contents: string) => string> {
  const ids: [string, string][] = []
  for (const { entity, key } of Object.values(listReferencesIn(record.entity, record.changes))) {
    const id = await idOfKey(store, entity, key)
    if (id !== null) ids.push([JSON.stringify(key), String(id)])
  }
  return (contents) => ids.reduce((text, [key, id]) => text.replaceAll(key, id), contents)
}

function contentsOf({
  changes,
  references = {},
  files = {},
}: Pick<NewRecord, 'changes' | 'references' | 'files'>): string {
  const own = Object.entries(references).filter(([field]) => !isInList(field))
  const keys = own.map(([field, { key }]): [string, string] => [field, key])
  const pictures = Object.entries(files).map(([field, { sha256 }]): [string, string] => [field, sha256])
  return canonical({ ...changes, ...Object.fromEntries(keys), ...Object.fromEntries(pictures) })
}

/** A name of its own for other contents under the same `opId`; the same contents get the same one again. */
function opIdBeside(record: NewRecord): string {
  let [high, low] = [0x811c9dc5, 0x01000193]
  for (const character of contentsOf(record)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
  }
  const hex = (part: number) => (part >>> 0).toString(16).padStart(8, '0')
  return `${record.opId.slice(0, -12)}${`${hex(high)}${hex(low)}`.slice(0, 12)}`
}

async function isAlreadyMade(store: ReplicaTransaction, entity: EntityName, opId: string): Promise<boolean> {
  if ((await store.operationByOpId(opId)) !== undefined) return true
  return (await store.aliasOfKey(entity, localKeyOf(opId))) !== undefined
}

export type RecordUpdate = {
  opId: string
  entity: EntityName
  key: LocalKey
  /** The values the form opened with (fault A16); the save is merged with what happened since. */
  opened: Fields
  /** The values of the form; only those that differ from `opened` are recorded. */
  changes: Fields
  references?: Record<string, Reference>
  files?: Record<string, AttachedFile>
  /** As in `NewRecord`, for an update that changes a reference. */
  shown?: Fields
}

/**
 * `recorded`: saved on this device. `unchanged`: there was nothing to save. `conflict`: saved, but somebody else changed
 * the same field since the form opened, so it waits for the agent's decision. `deleted`: not saved; the agent deleted
 * the record on this device in the meantime.
 */
export type UpdateOutcome = 'recorded' | 'unchanged' | 'conflict' | 'deleted'

/** Changes a record on this device, in one transaction: row, base and operation. */
export async function updateRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  update: RecordUpdate,
): Promise<{ outcome: UpdateOutcome }> {
  return replica.transact('write', (store) => updateRow(store, replica.owner, clock.now(), update))
}

/** `updateRecord` in the caller's transaction. */
export async function updateRow(
  store: ReplicaTransaction,
  owner: string,
  now: number,
  update: RecordUpdate,
): Promise<{ outcome: UpdateOutcome }> {
  // Asked for together: each question by itself is a trip to the store, and somebody waits for "saved".
  const [known, chain, row] = await Promise.all([
    store.operationByOpId(update.opId),
    store.chain(update.entity, update.key),
    store.row(update.entity, update.key),
  ])
  if (known !== undefined) return { outcome: 'recorded' }
  if (chain.at(-1)?.kind === 'delete') return { outcome: 'deleted' }
  const edit = editOf(update, row)
  if (isEmptyUpdate(edit)) return { outcome: 'unchanged' }
  const isGone = row === undefined
  await keepBase(store, update, row, chain)

  const operation = newOperation({
    owner,
    opId: update.opId,
    entity: update.entity,
    key: update.key,
    kind: 'update',
    madeAt: now,
    changes: edit.changes,
    references: edit.references,
    files: edit.files,
    shown: update.shown ?? {},
    base: edit.base,
    baseVersion: (await store.base(update.entity, update.key))?.version ?? null,
  })
  if (isGone || edit.conflicts.length > 0) {
    const fields = isGone ? Object.keys(edit.changes) : edit.conflicts
    const theirs = isGone ? null : pick(row, fields)
    const isHere = isGone
      ? (await idOfKey(store, update.entity, update.key)) === null
      : fields.every((field) => chain.some((other) => replaced(other, field, update.opened)))
    const conflict = { theirs, theirVersion: null, isHere, fields, at: now }
    await store.addOperation({ ...operation, state: 'conflict', conflict })
  } else {
    await foldOrAdd(store, chain, operation)
  }
  await rebase(store, update.entity, update.key)
  return { outcome: isGone || edit.conflicts.length > 0 ? 'conflict' : 'recorded' }
}

/** Whether this waiting operation put another value in the place of the one that the form opened with. */
function replaced({ kind, changes, base }: Operation, field: string, opened: Fields): boolean {
  return field in changes && (kind === 'create' || isSameValue(base[field], opened[field]))
}

type Edit = Pick<Operation, 'kind' | 'entity' | 'changes' | 'references' | 'files' | 'base'> & { conflicts: string[] }

/** What the form changed, brought together with what happened to the row since it opened. */
function editOf(update: RecordUpdate, row: Row | undefined): Edit {
  const touched = Object.fromEntries(
    Object.entries(update.changes).filter(([field, value]) => !isJsonEqual(update.opened[field] ?? null, value)),
  )
  const now = row ?? update.opened
  const merge = mergeFields(update.opened, touched, now, declarations[update.entity].mergeRules)
  const changed = Object.entries(update.references ?? {}).filter(([field, { key }]) => row?.[`${field}_key`] !== key)
  const references = { ...parentReference(update.entity, now), ...Object.fromEntries(changed) }
  const base = pick(now, Object.keys(merge.changes))
  // What the agent saw is what a conflicting value replaces.
  for (const field of merge.conflicts) base[field] = update.opened[field] ?? null
  return {
    kind: 'update',
    entity: update.entity,
    changes: merge.changes,
    references,
    files: update.files ?? {},
    base,
    conflicts: merge.conflicts,
  }
}

/** The server's copy is remembered when the first operation comes to lie over it. */
async function keepBase(
  store: ReplicaTransaction,
  { entity, key, opened }: RecordUpdate,
  row: Row | undefined,
  chain: Operation[],
): Promise<void> {
  if (row === undefined) await store.putBase({ entity, key, record: opened, version: null, gone: true })
  else if (chain.length === 0) {
    await store.putBase({ entity, key, record: withoutKey(row), version: versionOf(row) })
  }
}

async function foldOrAdd(
  store: ReplicaTransaction,
  chain: Operation[],
  operation: ReturnType<typeof newOperation>,
): Promise<void> {
  const previous = chain.at(-1)
  if (previous === undefined || !(isRefused(previous) || canFoldUpdate(previous, operation.changes))) {
    await store.addOperation(operation)
    return
  }
  const together = foldUpdate(previous, operation)
  const folded = together.kind === 'update' ? withoutCancelledFields(together) : together
  if (isEmptyUpdate(folded)) await store.deleteOperations([previous.seq])
  // Saving the record again is the agent's way to fix what the server refused (fault H3).
  else if (isRefused(previous)) await store.putOperation(queuedAgain({ ...folded, revision: previous.revision + 1 }))
  // What did not pass may pass now.
  else if (previous.refusal?.code === pageCode) await store.putOperation(queuedAgain(folded))
  else await store.putOperation(folded)
}

/** Definitely refused by the server, so that a changed payload may go under a new revision. */
function isRefused({ state, attempt, kind }: Operation): boolean {
  return state === 'attention' && attempt === null && kind !== 'delete'
}
