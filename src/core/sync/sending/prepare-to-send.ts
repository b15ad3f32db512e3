import { changedChildren, readChildRecords } from '#core/sync/records/child-records.ts'
import { confirm, settleWithoutEffect } from './confirm.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { isEmptyUpdate } from '#core/sync/writing/update-record.ts'
import { isOnlyForOurServer } from '#core/sync/records/local-overrides.ts'
import { mergeFields } from '#core/sync/writing/merge.ts'
import { underNewKey } from '#core/sync/records/operations.ts'
import type { Conflict, Operation } from '#core/sync/operation.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import type { Base, ReplicaTransaction } from '#core/sync/ports.ts'
import type { ReadRecordResult } from './read-from-server.ts'
import { rebase, fieldsFromServer } from '#core/sync/records/rebase.ts'
import { isDue } from '#core/sync/requests/retry.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext } from './sending-context.ts'
import {
  isOtherRecord,
  markDeletedOnServer,
  putServerCopy,
  putServerDeletion,
  toRecord,
} from '#core/sync/records/server-copy.ts'

/** The record as it was just read from a server without versions; `gone` if the server no longer has it (rule K6). */
export type Fresh = Exclude<ReadRecordResult, { kind: 'failed' }>

/** Merges an operation with its record's newest copy. Resolves to null if nothing is to be sent: the agent decides, or the server has it. */
export async function prepareToSend(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  fresh: Fresh | null,
): Promise<Operation | null> {
  const { entity, key } = operation
  if (fresh?.kind === 'gone') await putServerDeletion(tx, entity, key, null)
  else if (fresh !== null && (await isOtherRecord(tx, entity, key, fresh.record)))
    await markDeletedOnServer(tx, entity, key)
  else if (fresh !== null) {
    const { record } = await toRecord(tx, entity, fresh.record)
    await putServerCopy(tx, entity, key, record, fresh.version)
  }
  const base = await tx.base(entity, key)
  // A retry under the same idempotency key must send the same bytes (fault F6).
  const mayChange = operation.attempt === null || !sending.capabilities.keys
  switch (operation.kind) {
    case 'create':
      // A pull brought the record before the answer to its create came (fault G10).
      if (base?.record?.['client_key'] === operation.opId && !isCorrectedCreate(operation, sending)) {
        return settleAsDone(tx, sending, operation, base, sending.capabilities.keys ? 'sent' : 'adopted')
      }
      return operation
    case 'delete':
      if (base?.gone === true) return settleAsDone(tx, sending, operation, base, 'sent')
      return prepareDelete(tx, sending, operation, base)
    case 'update':
      if (base?.gone === true) return askAboutGone(tx, sending, operation)
      return mayChange ? prepareUpdate(tx, sending, operation, base) : operation
  }
}

/** True for a corrected create that was sent. The server's record may be from an earlier revision, so only an answer shows that this one arrived. */
function isCorrectedCreate({ revision, attempt }: Operation, { capabilities }: SendingContext): boolean {
  return revision > 1 && attempt !== null && capabilities.keys
}

/** Local edit, remote delete: the agent decides whether to create the record again (fault G4). */
async function askAboutGone(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
): Promise<Operation | null> {
  const deletion = await deletionBehind(tx, operation)
  if (deletion !== undefined) return settleBeforeDeletion(tx, sending, operation, deletion)
  const fields = [...Object.keys(operation.changes), ...Object.keys(operation.files)]
  return askAgent(tx, sending, operation, { theirs: null, theirVersion: null, fields })
}

/** Puts the operation in conflict, until the agent has decided. Resolves to null, as there is nothing to send. */
export async function askAgent(
  tx: ReplicaTransaction,
  { ports }: { ports: Pick<SendingContext['ports'], 'clock'> },
  operation: Operation,
  about: Pick<Conflict, 'theirs' | 'theirVersion' | 'fields' | 'below'>,
): Promise<Operation | null> {
  const conflict = { ...about, at: ports.clock.now() }
  await tx.putOperation({ ...operation, state: 'conflict', attempt: null, conflict })
  return null
}

/**
 * Local delete, remote edit: a conflict if, since the agent deleted the record, it was changed on the server (fault G5) or has got new or
 * changed children (fault G24). An earlier attempt cannot delete the changed record, because its request names the old version.
 */
async function prepareDelete(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  base: Base | undefined,
): Promise<Operation | null> {
  const theirs = base?.record ?? null
  if (theirs === null) return operation
  const theirFields = fieldsFromServer(operation.entity, theirs)
  const changed = Object.keys(operation.base).filter(
    (field) => field in theirFields && !isSameValue(operation.base[field], theirFields[field]),
  )
  const below = await readChildRecords(tx, operation.entity, operation.key)
  // Not all child records of a plain server are on this device.
  const hasChangedChildren = sending.capabilities.feed && changedChildren(operation.below ?? below, below).length > 0
  if (changed.length === 0 && !hasChangedChildren) return operation
  return askAgent(tx, sending, operation, { theirs, theirVersion: base?.version ?? null, fields: changed, below })
}

/** Merges an update with the newest copy (faults G1, G2). Changes that the server already has need no request (fault G10). */
async function prepareUpdate(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  base: Base | undefined,
): Promise<Operation | null> {
  const theirs = base?.record ?? null
  if (theirs === null) return operation
  const theirFields = fieldsFromServer(operation.entity, theirs)
  const merge = mergeFields(operation.base, operation.changes, theirFields, kinds[operation.entity].mergeRules)
  if (merge.conflicts.length > 0) {
    const deletion = await deletionBehind(tx, operation)
    if (deletion !== undefined) return settleBeforeDeletion(tx, sending, operation, deletion)
    return askAgent(tx, sending, operation, { theirs, theirVersion: base?.version ?? null, fields: merge.conflicts })
  }
  const merged: Operation = {
    ...operation,
    changes: merge.changes,
    base: pick(theirs, Object.keys(merge.changes)),
    baseVersion: base?.version ?? null,
    mergeRounds: operation.mergeRounds,
  }
  if (isEmptyUpdate(merged))
    return settleAsDone(tx, sending, operation, base, operation.attempt === null ? 'nothing-to-send' : 'sent')
  // A plain server does not have these fields, so nothing is sent. The change stays on this device.
  if (!sending.capabilities.keys && isOnlyForOurServer(merged)) {
    await confirm(tx, sending, merged, { record: null, version: base?.version ?? null }, 'nothing-to-send')
    return null
  }
  await tx.putOperation(merged)
  if (merge.combined.length > 0) await rebase(tx, operation.entity, operation.key)
  return merged
}

/** Returns a later deletion of the record, which makes questions about this edit pointless. */
export async function deletionBehind(
  tx: ReplicaTransaction,
  { entity, key, seq }: Operation,
): Promise<Operation | undefined> {
  return (await tx.recordQueue(entity, key)).find((later) => later.seq > seq && later.kind === 'delete')
}

/** Settles an edit that a later deletion makes pointless; if *Undo* is still possible, waits until it is not. */
async function settleBeforeDeletion(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  { nextAt }: Operation,
): Promise<Operation | null> {
  if (isDue(nextAt, sending.ports.clock.now())) await settleWithoutEffect(tx, sending, operation)
  else await tx.putOperation({ ...underNewKey(operation), state: 'waiting', nextAt })
  return null
}

async function settleAsDone(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  base: Base | undefined,
  note: 'sent' | 'adopted' | 'nothing-to-send',
): Promise<Operation | null> {
  // The version that this operation wrote: unknown (undefined) if an earlier attempt did the write, null if no write was needed.
  const assignedVersion = operation.attempt !== null && sending.capabilities.keys ? undefined : null
  const record = base?.record ?? null
  await confirm(tx, sending, operation, { record, version: base?.version ?? null, assignedVersion }, note)
  return null
}
