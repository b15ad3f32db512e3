import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canFoldUpdate, foldUpdate, isEmptyUpdate, withoutCancelledFields } from './folding.ts'
import type { Fields } from '#core/contract/json.ts'
import { idOfKey, localKeyOf } from '#core/sync/records/keys.ts'
import { isMention, mentionsIn, resolveEmbeddedReferences, parentReference } from '#core/sync/records/references.ts'
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
import { keepBase, rebase } from '#core/sync/records/rebase.ts'
import { pageCode } from '#core/sync/requests/answers.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

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
  return replica.transact('write', (store) => createRow(store, replica.owner, clock.now(), record))
}

/** `createRecord` in the caller's transaction. */
export async function createRow(
  store: ReplicaTransaction,
  owner: string,
  now: number,
  record: NewRecord,
): Promise<{ key: LocalKey }> {
  const { entity } = record
  const isOther = await isOfOtherContents(store, record)
  const opId = isOther ? opIdBeside(record) : record.opId
  const key = localKeyOf(opId)
  const isMade = (await store.operationByOpId(opId)) ?? (await store.aliasOfKey(entity, key))
  if (isMade !== undefined) return { key }
  await store.addOperation(newOperation({ ...record, opId, owner, key, kind: 'create', madeAt: now }))
  await rebase(store, entity, key)
  return { key }
}

/** True when something else was made under this record's `opId`. What is no longer remembered is taken for the same. */
async function isOfOtherContents(store: ReplicaTransaction, record: NewRecord): Promise<boolean> {
  const { entity, opId } = record
  const waiting = await store.operationByOpId(opId)
  const isSettled = waiting === undefined && (await store.aliasOfKey(entity, localKeyOf(opId))) !== undefined
  const made = waiting ?? (isSettled ? (await store.journalSince(0)).find((entry) => entry.opId === opId) : undefined)
  if (made === undefined) return false
  const textOf = await withKnownIds(store, record)
  return textOf(made) !== textOf(record)
}

/** What is sent names by its ids what the form's lists name by their keys; both say the same. */
async function withKnownIds(store: ReplicaTransaction, record: NewRecord): Promise<(contents: Contents) => string> {
  const ids = new Map<LocalKey, number | null>()
  for (const { entity, key } of Object.values(mentionsIn(record.entity, record.changes)))
    ids.set(key, await idOfKey(store, entity, key))
  return (contents) => {
    const changes = resolveEmbeddedReferences(record.entity, contents.changes, (name) => ids.get(String(name)) ?? name)
    return contentsOf({ ...contents, changes })
  }
}

type Contents = Pick<NewRecord, 'entity' | 'changes' | 'references' | 'files'>

function contentsOf({ entity, changes, references = {}, files = {} }: Contents): string {
  // Whom an address means may be known better by now; that alone makes no other record.
  const said = Object.entries(changes).filter(([field]) => !(field in (kinds[entity].goesWith ?? {})))
  const own = Object.entries(references).filter(([field]) => !isMention(field))
  const keys = own.map(([field, { key }]): [string, string] => [field, key])
  const pictures = Object.entries(files).map(([field, { sha256 }]): [string, string] => [field, sha256])
  return canonical({ ...Object.fromEntries(said), ...Object.fromEntries(keys), ...Object.fromEntries(pictures) })
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

type RecordUpdate = NewRecord & {
  key: LocalKey
  /** The values the form opened with (fault A16); of `changes` only what differs from them is recorded, merged with what happened since. */
  opened: Fields
}

/**
 * `recorded`: saved on this device. `unchanged`: there was nothing to save. `conflict`: saved, but somebody else changed
 * the same field since the form opened, so it waits for the agent's decision. `deleted`: not saved; the agent deleted
 * the record on this device in the meantime.
 */
export type UpdateOutcome = 'recorded' | 'unchanged' | 'conflict' | 'deleted'

/**
 * Changes a record on this device, in one transaction: row, base and operation. What stands in the record already under the same
 * `opId` is done; other changes under it are another operation, as in `createRecord`.
 */
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
  const { entity, key, shown = {} } = update
  // Asked for together: each question by itself is a trip to the store, and somebody waits for "saved".
  const [known, chain, row] = await Promise.all([
    store.operationByOpId(update.opId),
    store.chain(entity, key),
    store.row(entity, key),
  ])
  const edit = editOf(update, row)
  const isThere = isEmptyUpdate({ kind: 'update', entity, ...edit })
  if (known !== undefined && isThere) return { outcome: 'recorded' }
  if (chain.at(-1)?.kind === 'delete') return { outcome: 'deleted' }
  if (isThere) return { outcome: 'unchanged' }
  const opId = known === undefined ? update.opId : opIdBeside(update)
  const isGone = row === undefined
  if (isGone) await store.putBase({ entity, key, record: update.opened, version: null, gone: true })
  else if (chain.length === 0) await keepBase(store, entity, key)

  const { changes, references, files, base, conflicts } = edit
  const baseVersion = (await store.base(entity, key))?.version ?? null
  const made = { owner, opId, entity, key, kind: 'update' as const, madeAt: now }
  const operation = newOperation({ ...made, changes, references, files, shown, base, baseVersion })
  const isAsked = isGone || conflicts.length > 0
  if (isAsked) {
    const fields = isGone ? Object.keys(changes) : conflicts
    const theirs = isGone ? null : pick(row, fields)
    const isHere = isGone
      ? (await idOfKey(store, entity, key)) === null
      : fields.every((field) => chain.some((other) => replaced(other, field, update.opened)))
    const conflict = { theirs, theirVersion: null, isHere, fields, at: now }
    await store.addOperation({ ...operation, state: 'conflict', conflict })
  } else await foldOrAdd(store, chain, operation)
  await rebase(store, entity, key)
  return { outcome: isAsked ? 'conflict' : 'recorded' }
}

/** Whether this waiting operation put another value in the place of the one that the form opened with. */
function replaced({ kind, changes, base }: Operation, field: string, opened: Fields): boolean {
  return field in changes && (kind === 'create' || isSameValue(base[field], opened[field]))
}

/** What the form changed, brought together with what happened to the row since it opened. */
function editOf(update: RecordUpdate, row: Row | undefined) {
  const touched = Object.fromEntries(
    Object.entries(update.changes).filter(([field, value]) => !isJsonEqual(update.opened[field] ?? null, value)),
  )
  const now = row ?? update.opened
  const merge = mergeFields(update.opened, touched, now, kinds[update.entity].mergeRules)
  const changed = Object.entries(update.references ?? {}).filter(([field, { key }]) => row?.[keyField(field)] !== key)
  const references = { ...parentReference(update.entity, now), ...Object.fromEntries(changed) }
  const base = pick(now, Object.keys(merge.changes))
  // What the agent saw is what a conflicting value replaces.
  for (const field of merge.conflicts) base[field] = update.opened[field] ?? null
  return { changes: merge.changes, references, files: update.files ?? {}, base, conflicts: merge.conflicts }
}

async function foldOrAdd(
  store: ReplicaTransaction,
  chain: Operation[],
  operation: ReturnType<typeof newOperation>,
): Promise<void> {
  const previous = chain.at(-1)
  const refused = chain.find(isRefused)
  if (refused !== undefined) {
    // Saving the record again is the agent's way to fix what the server refused (fault H3).
    await putFolded(store, underNewKey(foldUpdate(refused, operation)))
    // An edit that waits behind it must not write it over, and another device may make a lost record first (fault C19).
    if (refused === previous && refused.isRestored !== true) return
  }
  if (previous === undefined || !canFoldUpdate(previous, operation.changes)) await store.addOperation(operation)
  else {
    const together = foldUpdate(previous, operation)
    // What did not pass may pass now.
    await putFolded(store, previous.refusal?.code === pageCode ? queuedAgain(together) : together)
  }
}

async function putFolded(store: ReplicaTransaction, together: Operation): Promise<void> {
  const folded = together.kind === 'update' ? withoutCancelledFields(together) : together
  if (isEmptyUpdate(folded)) await store.deleteOperations([folded.seq])
  else await store.putOperation(folded)
}

/** Definitely refused by the server, so that a changed payload may go under a new revision. */
function isRefused({ state, attempt, kind }: Operation): boolean {
  return state === 'attention' && attempt === null && kind !== 'delete'
}
