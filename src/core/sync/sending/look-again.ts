import { fieldsOf } from '#core/contract/json.ts'
import { idOfKey, serverIdOf } from '#core/sync/records/keys.ts'
import { type Success, type Verdict, successWithoutRecord, ownRefusal } from '#core/sync/requests/answers.ts'
import { idempotencyKey, type Operation } from '#core/sync/operation.ts'
import { findUnknownKeys } from './check-keys.ts'
import { isMainPhotoCall, type ReadyOperation } from './rest-calls.ts'
import type { SendingContext } from './sending-context.ts'
import { storeNewestVersion } from '#core/sync/records/newest-version.ts'
import { normalizeRecord } from '#core/sync/records/server-copy.ts'
import { findCreated } from './plain-server.ts'
import type { Fresh } from './prepare-to-send.ts'
import { readRecord } from './read-from-server.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

/** What an answer's content shows. `isProved`: the answer certainly comes from our server, or is from a kind of server that cannot prove it. */
export type FirstVerdict = { verdict: Verdict; isProved: boolean }

/** Returns the final verdict, after the requests that some answers need. A proved success with the operation's own record needs none. */
export async function finalVerdict(
  sending: SendingContext,
  ready: ReadyOperation,
  { verdict: first, isProved }: FirstVerdict,
): Promise<Verdict> {
  const { operation } = ready
  let verdict = isProved ? first : await confirmedByServer(sending, operation, first)
  const hasTrace = sending.capabilities.traces && (verdict.kind === 'success' || verdict.kind === 'gone')
  if (verdict.kind === 'success') verdict = await withNewestRecord(sending, ready, verdict)
  if (verdict.kind === 'success') verdict = await refusedIfPhotoStays(sending, ready, verdict)
  if (verdict.kind === 'clash') verdict = await afterReadingAgain(sending, ready, verdict)
  if (verdict.kind === 'stale') verdict = await withRecordToMerge(sending, ready, verdict)
  if (verdict.kind === 'gone') verdict = await lookForGone(sending, ready, verdict)
  // If the record to delete is missing, the delete has succeeded (fault G6).
  if (verdict.kind === 'gone' && operation.kind === 'delete') verdict = successWithoutRecord
  if (hasTrace && verdict.kind === 'success') verdict = { ...verdict, hasTrace }
  sending.ports.log('sync.answer', {
    opId: operation.opId,
    revision: operation.revision,
    attempt: operation.attempts,
    verdict: verdict.kind,
  })
  return verdict
}

/**
 * Checks that the server has stored the key, because something on the network may have answered in the server's place. Even if the key is
 * stored, the answer may be an old one, so it does not count as `isRecordAsWritten` and the record is read again.
 */
async function confirmedByServer(sending: SendingContext, operation: Operation, verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'success' && verdict.kind !== 'gone') return verdict
  const check = await findUnknownKeys(sending, [idempotencyKey(operation)])
  const isKnown = check.end === 'answered' && check.opIds.size === 0
  return isKnown ? verdict : { kind: 'unknown', status: null, why: 'wrong-shape' }
}

/** The specification has no call to remove a main photo: if a server accepts the request but the photo stays, that counts as refused. */
async function refusedIfPhotoStays(
  { ports, capabilities }: SendingContext,
  { operation }: ReadyOperation,
  success: Success,
): Promise<Verdict> {
  const images = success.record?.['images']
  if (operation.kind !== 'delete' || !isMainPhotoCall(operation, capabilities) || !Array.isArray(images)) return success
  const id = await ports.replica.transact('read', (tx) => idOfKey(tx, operation.entity, operation.key))
  const isThere = id !== null && images.some((image) => serverIdOf(fieldsOf(image)?.['id']) === id)
  if (!isThere) return success
  const message = 'Your office’s server cannot remove the main photo. Choose another photo to replace it.'
  return { kind: 'refused', refusal: ownRefusal('unsupported', message, ports.clock.now()) }
}

/** Reads the record if a create's answer had no body (fault C24), or the answer may be older than what a pull has brought (fault C29). */
async function withNewestRecord(
  sending: SendingContext,
  { operation, entity, id, references }: ReadyOperation,
  success: Success,
): Promise<Verdict> {
  if (operation.kind === 'delete' || entity !== operation.entity) return success
  if (success.isRecordAsWritten === true) return success
  if (success.record === null && operation.kind === 'update') return success
  const { replica } = sending.ports
  // Stores the version of the write before the read, so that a 404 from a restored server, which lost the write, counts as no deletion.
  await replica.transact('refresh', (tx) =>
    storeNewestVersion(tx, success.assignedVersion ?? 0, success.sentVersions ?? []),
  )
  const recordId = serverIdOf(success.record?.['id'] ?? /\/(\d+)\/?$/.exec(success.location ?? '')?.[1]) ?? id
  const read = await readRecord(sending, entity, references, recordId)
  if (read?.kind === 'record') {
    return { ...success, record: read.record, version: read.version, recordInAnswer: success.record }
  }
  if (read?.kind === 'gone') return { ...success, isGone: true }
  if (read?.kind === 'failed') {
    const { verdict } = read
    if (verdict.kind === 'history-changed') return verdict
    // A kiosk's session cannot read. The pull after the kiosk has ended brings the newest copy.
    if (verdict.kind === 'paused' && verdict.isForVisitors === true && success.record !== null) return success
  }
  const search = read === null ? await findCreated(sending, operation) : null
  if (search?.kind === 'found') return { ...success, record: search.record }
  return { kind: 'unknown', status: null, why: 'wrong-shape' }
}

/** Resolves a 409 that is not about the key: if the server's record has our values, an earlier attempt has worked (faults C30, G9). */
async function afterReadingAgain(
  sending: SendingContext,
  { operation, entity, id, references }: ReadyOperation,
  clash: Extract<Verdict, { kind: 'clash' }>,
): Promise<Verdict> {
  if (operation.kind === 'create') {
    if (operation.attempts < 2) return clash
    const search = await findCreated(sending, operation)
    return search.kind === 'found' ? { ...successWithoutRecord, record: search.record } : clash
  }
  const read = await readRecord(sending, entity, references, id)
  if (read?.kind === 'gone') return { kind: 'gone', refusal: clash.refusal }
  if (read?.kind !== 'record' || operation.kind === 'delete') return clash
  const { record } = normalizeRecord(operation.entity, read.record)
  const isDone = Object.entries(operation.changes).every(([field, value]) => isSameValue(record[field], value))
  return isDone ? { ...successWithoutRecord, record: read.record, version: read.version } : clash
}

/** A plain server without PATCH may answer 404 for a record that exists, so the record is read (fault G4). */
async function lookForGone(
  sending: SendingContext,
  { operation, entity, id, references }: ReadyOperation,
  gone: Extract<Verdict, { kind: 'gone' }>,
): Promise<Verdict> {
  const isChange = operation.kind === 'update' || entity !== operation.entity
  const read = sending.capabilities.versions || !isChange ? null : await readRecord(sending, entity, references, id)
  if (read === null || read.kind === 'gone') return gone
  if (read.kind === 'record') return { kind: 'wrong-method', refusal: gone.refusal }
  return { kind: 'unknown', status: gone.refusal.status, why: 'not-an-answer' }
}

/** Reads the record to merge with if the 412 did not include it (fault G3). */
async function withRecordToMerge(
  sending: SendingContext,
  { entity, id, references }: ReadyOperation,
  stale: Extract<Verdict, { kind: 'stale' }>,
): Promise<Verdict> {
  const read = stale.record === null ? await readRecord(sending, entity, references, id) : null
  if (read === null) return stale
  if (read.kind === 'record') return { ...stale, record: withVersion(read) }
  if (read.kind === 'gone') {
    const refusal = ownRefusal('gone', 'It was deleted on the server.', sending.ports.clock.now())
    return { kind: 'gone', refusal }
  }
  return { kind: 'not-sent' }
}

function withVersion({ record, version }: Extract<Fresh, { kind: 'record' }>) {
  return version === null ? record : { ...record, version }
}
