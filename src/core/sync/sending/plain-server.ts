import { type Failure, successWithoutRecord, ownRefusal } from '#core/sync/requests/answers.ts'
import { findCreatedAfterMs, sendResultOf, rejectedFields } from './apply-failure.ts'
import { settleSuccess } from './confirm.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { idOfKey, serverIdOf } from '#core/sync/records/keys.ts'
import { isEmbeddedReference } from '#core/sync/records/references.ts'
import { pausedUntilMetadataKey } from '#core/sync/metadata-keys.ts'
import type { Operation } from '#core/sync/operation.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { deletionBehind, type Fresh } from './prepare-to-send.ts'
import { readList, readRecord, type ReadRecordResult } from './read-from-server.ts'
import { collectionPath, isMainPhotoCall, takesOnlyPut } from './rest-calls.ts'
import { isDue, isRetriedSlowly, nextAttemptAt } from '#core/sync/requests/retry.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext, SendResult } from './sending-context.ts'
import {
  markDeletedOnServer,
  isOtherRecord,
  normalizeRecord,
  putServerCopy,
  toRecord,
} from '#core/sync/records/server-copy.ts'

/**
 * On a server without keys or versions: settles a create whose answer was lost, then reads what the operation will change (rules K3 to K6).
 * Resolves to the record as just read, to null if there is none to read, or, if the operation is not sent now, to what the sender does next.
 */
export async function readBeforeWrite(sending: SendingContext, seq: number): Promise<Fresh | SendResult | null> {
  const operation = await sending.ports.replica.transact('read', (tx) => tx.operation(seq))
  if (operation === undefined || sending.stop.aborted) return 'go-on'
  if (isUnsettledCreate(sending, operation)) {
    const result = await settleUnknownCreate(sending, operation)
    if (result !== 'resend') return result
  }
  const read = await readRecordOrParent(sending, operation)
  return read?.kind === 'failed' ? postpone(sending, operation, read.verdict) : read
}

function isUnsettledCreate(sending: SendingContext, operation: Operation): boolean {
  return (
    operation.kind === 'create' &&
    operation.attempt !== null &&
    !sending.capabilities.keys &&
    !isMainPhotoCall(operation, sending.capabilities)
  )
}

/** Waits, then looks for an unanswered create's record: one match is adopted; without one, sends again; with several, the agent decides (K3). */
async function settleUnknownCreate(sending: SendingContext, operation: Operation): Promise<SendResult | 'resend'> {
  const { clock, replica } = sending.ports
  const now = clock.now()
  const from = (operation.attempt?.startedAt ?? now) + findCreatedAfterMs
  if (!isDue(Math.max(from, operation.nextAt), now)) {
    await changeIfSame(sending, operation, { state: 'unknown', nextAt: Math.max(from, operation.nextAt) })
    return 'go-on'
  }
  const search = await findCreated(sending, operation)
  switch (search.kind) {
    case 'found':
      await replica.transact('write', (tx) =>
        settleSuccess(tx, sending, operation, { ...successWithoutRecord, record: search.record }, 'adopted'),
      )
      return 'go-on'
    case 'absent':
      await changeIfSame(sending, operation, { state: 'queued', attempt: null })
      return 'resend'
    case 'unclear': {
      // If the agent has deleted the record since, the agent need not decide yet: searches again later, because the server may offer keys by
      // then. After eight failures, the agent decides.
      const deletion = await replica.transact('read', async (tx) => deletionBehind(tx, operation))
      if (deletion !== undefined && !isRetriedSlowly(operation.attempts)) {
        await postpone(sending, operation, { kind: 'unknown', status: null, why: 'wrong-shape' })
        return 'go-on'
      }
      // The attempt is not cleared, so that the create is sent again only if the agent decides so.
      const message = 'The answer was lost, and the server may have it already. Please look before sending it again.'
      const refusal = ownRefusal('may_exist', message, now)
      await changeIfSame(sending, operation, { state: 'attention', refusal })
      return 'go-on'
    }
    case 'failed':
      return postpone(sending, operation, search.verdict)
  }
}

/** With a server without versions, reads the record of an update or delete, and the parent of a create (rules K4, K5, K6). */
async function readRecordOrParent(sending: SendingContext, operation: Operation): Promise<ReadRecordResult | null> {
  const { capabilities, ports } = sending
  const isMainPhoto = isMainPhotoCall(operation, capabilities)
  if (capabilities.versions && !isMainPhoto) return null
  if (isMainPhoto || operation.kind === 'create') return readParent(sending, operation)
  const { references, id } = await ports.replica.transact('read', async (tx) => ({
    references: await idsOfReferences(tx, operation),
    id: await idOfKey(tx, operation.entity, operation.key),
  }))
  return readRecord(sending, operation.entity, references, id)
}

/** Checks that the parent's id means the same record. If a photo is sent with its whole listing, stores the listing as read. Returns any failure. */
async function readParent(sending: SendingContext, operation: Operation): Promise<ReadRecordResult | null> {
  const { replica } = sending.ports
  const { parent } = kinds[operation.entity]
  const reference = parent === undefined ? undefined : operation.references[parent]
  if (reference === undefined) return null
  const { entity, key } = reference
  const id = await replica.transact('read', (tx) => idOfKey(tx, entity, key))
  const read = await readRecord(sending, entity, {}, id)
  if (read?.kind !== 'record') return read?.kind === 'failed' ? read : null
  await replica.transact('write', async (tx) => {
    if (await isOtherRecord(tx, entity, key, read.record)) await markDeletedOnServer(tx, entity, key)
    else if (isMainPhotoCall(operation, sending.capabilities) && (await takesOnlyPut(tx, sending, entity))) {
      const { record } = await toRecord(tx, entity, read.record)
      await putServerCopy(tx, entity, key, record, read.version)
    }
  })
  return null
}

/** Handles a failure that prevents sending an operation: the operation waits or is rejected, or all sending is paused. */
async function postpone(sending: SendingContext, operation: Operation, verdict: Failure): Promise<SendResult> {
  const { clock, random, replica } = sending.ports
  const now = clock.now()
  if (verdict.kind === 'paused')
    await replica.transact('write', (tx) => tx.setMeta(pausedUntilMetadataKey, verdict.until))
  else if (verdict.kind === 'refused') {
    await changeIfSame(sending, operation, rejectedFields(verdict.refusal))
  } else if (verdict.kind !== 'needs-login' && verdict.kind !== 'wrong-agent') {
    const failures = { failures: operation.attempts + 1, now }
    await changeIfSame(sending, operation, {
      state: operation.attempt === null ? 'waiting' : 'unknown',
      attempts: operation.attempts + 1,
      firstAttemptAt: operation.firstAttemptAt ?? now,
      nextAt: nextAttemptAt(failures, random),
    })
  }
  return sendResultOf(verdict)
}

/** Changes fields of the stored operation, unless its revision, attempts or state changed in the meantime. Edits folded into it remain. */
async function changeIfSame(
  { ports }: SendingContext,
  operation: Operation,
  change: Partial<Operation>,
): Promise<void> {
  const { revision, attempts, state } = operation
  await ports.replica.transact('write', async (tx) => {
    const current = await tx.operation(operation.seq)
    const isUnchanged = revision === current?.revision && attempts === current.attempts && state === current.state
    if (isUnchanged) await tx.putOperation({ ...current, ...change })
  })
}

type Search =
  | { kind: 'found'; record: Fields }
  | { kind: 'absent' }
  /** Several records match, or one almost does, or the list was incomplete: the agent decides. */
  | { kind: 'unclear' }
  | { kind: 'failed'; verdict: Failure }

/** Looks for an unanswered create's record, on a server without keys (rule K3), among the records that this device does not have yet. */
export async function findCreated(sending: SendingContext, operation: Operation): Promise<Search> {
  const { replica } = sending.ports
  const referenceIds = await replica.transact('read', (tx) => idsOfReferences(tx, operation))
  const path = collectionPath(operation.entity, referenceIds)
  if (path === null) return { kind: 'unclear' }

  const alike: Fields[] = []
  for await (const step of readList(sending, path)) {
    if (step.kind === 'failed') return step
    if (step.kind === 'incomplete') return { kind: 'unclear' }
    if (step.kind === 'page') {
      alike.push(...step.records.filter((record) => likeness(record, operation, referenceIds) >= minLikeness))
    }
  }
  const unknown = await withoutKnown(sending, operation, alike)
  if (unknown.length === 0) return { kind: 'absent' }
  const [match, another] = unknown.filter((record) => likeness(record, operation, referenceIds) === 1)
  return match !== undefined && another === undefined ? { kind: 'found', record: match } : { kind: 'unclear' }
}

export async function idsOfReferences(
  tx: ReplicaTransaction,
  { references }: Pick<Operation, 'references'>,
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [field, { entity, key }] of Object.entries(references)) {
    const id = await idOfKey(tx, entity, key)
    if (id !== null) ids[field] = id
  }
  return ids
}

/** If a record has at least half of the sent values, the create is not sent again: the record may have been changed since. */
const minLikeness = 0.5

/** Returns the share of the sent values that a record has, from 0 to 1. Values that are empty on both sides do not count. */
export function likeness(
  record: Fields,
  operation: Pick<Operation, 'opId' | 'entity' | 'changes'>,
  referenceIds: Record<string, number>,
): number {
  if (record['client_key'] === operation.opId) return 1
  const { record: stored, references } = normalizeRecord(operation.entity, record)
  const { parent, extensions = [] } = kinds[operation.entity]
  const sent: [Json, Json | undefined][] = Object.entries(operation.changes)
    .filter(([field]) => !extensions.includes(field))
    .filter(([field, value]) => field in stored && !(isSameValue(value, null) && isSameValue(stored[field], null)))
    .map(([field, value]) => [value, stored[field]])
  for (const [field, id] of Object.entries(referenceIds))
    if (field !== parent && !isEmbeddedReference(field)) sent.push([id, references[field]])
  const same = sent.filter(([sentValue, storedValue]) => isSameValue(sentValue, storedValue))
  return sent.length === 0 ? 0 : same.length / sent.length
}

/** Returns the records that this device does not have under another key than that of the create. */
async function withoutKnown(
  { ports }: SendingContext,
  { entity, key }: Operation,
  records: Fields[],
): Promise<Fields[]> {
  return ports.replica.transact('read', async (tx) => {
    const unknown: Fields[] = []
    for (const record of records) {
      const id = serverIdOf(record['id'])
      if (id === null) continue
      const mapping = await tx.mappingOfId(entity, id)
      const isKnown = (mapping !== undefined && mapping.key !== key) || (await tx.row(entity, String(id))) !== undefined
      if (!isKnown) unknown.push(record)
    }
    return unknown
  })
}

/** Kinds with an unanswered create. Their new records are not pulled yet: one may be that create's record, so rule K3 decides first. */
export async function kindsWithUnansweredCreate(tx: ReplicaTransaction): Promise<Set<EntityName>> {
  const heldBack = new Set<EntityName>()
  for await (const { kind, attempt, state, entity } of everyOperation(tx)) {
    const isSent = kinds[entity].onPlainServers.create === 'synced'
    if (isSent && kind === 'create' && attempt !== null && state !== 'attention') heldBack.add(entity)
  }
  return heldBack
}
