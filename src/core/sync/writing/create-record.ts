import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { idOfKey, localKeyOf } from '#core/sync/records/keys.ts'
import { isEmbeddedReference, embeddedReferencesIn, resolveEmbeddedReferences } from '#core/sync/records/references.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { type AttachedFile, type LocalKey, type Reference, canonical } from '#core/sync/operation.ts'
import type { Clock, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { rebase } from '#core/sync/records/rebase.ts'

export type NewRecord = {
  /** Made when the form opens, so that a double submit is one save (fault A15). */
  opId: string
  entity: EntityName
  changes: Fields
  references?: Record<string, Reference>
  files?: Record<string, AttachedFile>
  /** Values that screens show until the server's copy of the record arrives. */
  shown?: Fields
}

/**
 * Creates a record on this device in one transaction; when the promise resolves, the record is saved. A repeated call with the same `opId`
 * and contents does nothing. With other contents it creates another record, because two tabs may share a draft, and saved work is never lost.
 */
export async function createRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  record: NewRecord,
): Promise<{ key: LocalKey }> {
  return replica.transact('write', (tx) => createRow(tx, replica.owner, clock.now(), record))
}

/** `createRecord` in the caller's transaction. */
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
export function opIdForOtherContents(record: NewRecord): string {
  let [high, low] = [0x811c9dc5, 0x01000193]
  for (const character of contentsOf(record)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
  }
  const hex = (part: number) => (part >>> 0).toString(16).padStart(8, '0')
  return `${record.opId.slice(0, -12)}${`${hex(high)}${hex(low)}`.slice(0, 12)}`
}
