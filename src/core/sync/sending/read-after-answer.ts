import { nothingLeft, type Success, type Verdict } from '#core/sync/requests/answers.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import { noteNewest } from '#core/sync/records/newest-version.ts'
import { normaliseRecord } from '#core/sync/records/normalise-record.ts'
import { findCreated } from './plain-server.ts'
import type { Fresh } from './prepare-to-send.ts'
import { readRecord } from './read-record.ts'
import { ownRefusal } from '#core/sync/requests/refusals.ts'
import type { ReadyOperation } from './rest-calls.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { Sending } from './sending.ts'

/**
 * A create that was confirmed without a body is looked up before its chain goes on (fault C24), and after an old answer
 * the newest copy is read, because what happened since may have been pulled already (fault C29).
 */
export async function withNewestRecord(
  sending: Sending,
  { operation, entity, id, references }: ReadyOperation,
  success: Success,
): Promise<Verdict> {
  if (operation.kind === 'delete' || entity !== operation.entity) return success
  if (success.record !== null && !success.isReplay) return { ...success, isOwnWork: true }
  if (success.record === null && operation.kind === 'update') return success
  const { replica } = sending.ports
  // So that a server that has lost it meanwhile is known for one with another history.
  await replica.transact('refresh', (store) => noteNewest(store, success.writtenAs ?? 0, success.shown ?? []))
  const madeId = serverIdOf(success.record?.['id'] ?? /\/(\d+)\/?$/.exec(success.location ?? '')?.[1]) ?? id
  const read = await readRecord(sending, entity, references, madeId)
  if (read?.kind === 'record') {
    return { ...success, record: read.record, version: read.version, answered: success.record }
  }
  if (read?.kind === 'gone') return { ...success, isGone: true }
  if (read?.kind === 'failed') {
    const { verdict } = read
    if (verdict.kind === 'history-changed') return verdict
    // The session of a kiosk reads nothing; the pull after the PIN brings the newest copy.
    if (verdict.kind === 'paused' && verdict.isForVisitors === true && success.record !== null) return success
  }
  const search = read === null ? await findCreated(sending, operation) : null
  if (search?.kind === 'found') return { ...success, record: search.record }
  return { kind: 'unknown', status: null, why: 'wrong-shape' }
}

/** 409 that is not about the key: equal to what we wanted means that an earlier attempt worked (faults C30, G9). */
export async function afterReadingAgain(
  sending: Sending,
  { operation, entity, id, references }: ReadyOperation,
  clash: Extract<Verdict, { kind: 'clash' }>,
): Promise<Verdict> {
  if (operation.kind === 'create') {
    if (operation.attempts < 2) return clash
    const search = await findCreated(sending, operation)
    return search.kind === 'found' ? { ...nothingLeft, record: search.record } : clash
  }
  const read = await readRecord(sending, entity, references, id)
  if (read?.kind === 'gone') return { kind: 'gone', refusal: clash.refusal }
  if (read?.kind !== 'record' || operation.kind === 'delete') return clash
  const { record } = normaliseRecord(operation.entity, read.record)
  const isDone = Object.entries(operation.changes).every(([field, value]) => isSameValue(record[field], value))
  return isDone ? { ...nothingLeft, record: read.record, version: read.version } : clash
}

/** A server that does not know PATCH may say so with 404, so a plain one is asked whether the record is there (fault G4). */
export async function lookForGone(
  sending: Sending,
  { operation, entity, id, references }: ReadyOperation,
  gone: Extract<Verdict, { kind: 'gone' }>,
): Promise<Verdict> {
  const isChange = operation.kind === 'update' || entity !== operation.entity
  const read = sending.abilities.versions || !isChange ? null : await readRecord(sending, entity, references, id)
  if (read === null || read.kind === 'gone') return gone
  if (read.kind === 'record') return { kind: 'wrong-method', refusal: gone.refusal }
  return { kind: 'unknown', status: gone.refusal.status, why: 'not-an-answer' }
}

/** 412 without the record is read, so that there is something to merge with (fault G3). */
export async function withRecordToMerge(
  sending: Sending,
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
