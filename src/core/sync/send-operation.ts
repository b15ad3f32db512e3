import { type Verdict, judge } from './answers.ts'
import { type Claim, claim } from './claim.ts'
import { confirm } from './confirm.ts'
import type { JournalEntry, Operation } from './operation.ts'
import { idOfKey, serverIdOf } from './keys.ts'
import { createSettlesAfterMs, putRefused, settleSetback, type Setback } from './settle.ts'
import { findCreated } from './plain-server.ts'
import type { Fresh } from './prepare-to-send.ts'
import { readRecord } from './read-record.ts'
import { ownRefusal } from './refusals.ts'
import { type ReadyOperation, isMainPhotoCall, recordPath, requestFor } from './rest-calls.ts'
import { isDue, nextAttemptAt } from './retry.ts'
import { normaliseRecord } from './normalise-record.ts'
import { isSameValue } from './same-value.ts'
import type { Sending } from './sending.ts'

/**
 * How sending goes on: `go-on`; `doubt` when this one got no trustworthy answer, so that the connection is to be proved
 * before the next; or it stops for all.
 */
export type Course = 'go-on' | 'doubt' | 'paused' | 'needs-login' | 'wrong-agent' | 'stopped'

/** Sends one operation and stores what came of it. Safe to repeat: nothing is kept in memory only (fault B8). */
export async function sendOperation(sending: Sending, seq: number): Promise<Course> {
  const { replica } = sending.ports
  const operation = await replica.transact('read', (store) => store.operation(seq))
  if (operation === undefined || sending.stop.aborted) return 'go-on'

  if (isUnsettledCreate(sending, operation)) {
    const course = await settleUnknownCreate(sending, operation)
    if (course !== 'resend') return course
  }
  const fresh = await readFresh(sending, operation)
  if (fresh !== null && fresh.kind === 'failed') return postpone(sending, operation, fresh.verdict)

  const claimed = await replica.transact('write', (store) => claim(store, sending, seq, fresh))
  if (claimed.kind === 'nothing-to-send') {
    await replica.deleteFiles(claimed.blobKeys)
    return 'go-on'
  }
  return sendClaimed(sending, claimed)
}

async function sendClaimed(sending: Sending, claimed: Extract<Claim, { kind: 'claimed' }>): Promise<Course> {
  const { replica, server, clock, random, log } = sending.ports
  const { ready, before } = claimed
  const { operation } = ready
  const bytes = await readFiles(sending, operation)
  const built = bytes === null ? { refusal: fileIsLost(clock.now()) } : requestFor(ready, bytes, sending.abilities)
  if ('refusal' in built) {
    const { refusal } = built
    await replica.transact('write', (store) =>
      settleSetback(store, sending, operation, before, { kind: 'refused', refusal }),
    )
    return 'go-on'
  }

  const isMainPhoto = isMainPhotoCall(operation, sending.abilities)
  const expected = {
    kind: isMainPhoto ? ('update' as const) : operation.kind,
    id: isMainPhoto ? (ready.references['listing'] ?? null) : ready.id,
    opId: operation.opId,
    now: clock.now(),
    random,
  }
  let verdict = judge(await server.send(built.request, sending.stop), expected)
  if (verdict.kind === 'anti-forgery') {
    // It was refused before anything happened, so the same key may carry it once more (fault D3).
    await server.renewAntiForgery()
    verdict = judge(await server.send(built.request, sending.stop), expected)
  }
  if (verdict.kind === 'success') verdict = await withNewestRecord(sending, ready, verdict)
  if (verdict.kind === 'clash')
    verdict = await afterReadingAgain(sending, operation, verdict, ready.id, ready.references)
  if (verdict.kind === 'stale' && verdict.record === null && ready.id !== null) {
    const path = recordPath(operation.entity, ready.references, ready.id)
    const read = path === null ? null : await readRecord(sending, path, ready.id)
    if (read?.kind === 'record') verdict = { kind: 'stale', record: withVersion(read) }
    else if (read?.kind === 'gone')
      verdict = { kind: 'gone', refusal: ownRefusal('gone', 'It was deleted on the server.', clock.now()) }
    else verdict = { kind: 'not-sent' }
  }
  // Gone is what a delete wanted (fault G6).
  if (verdict.kind === 'gone' && operation.kind === 'delete') verdict = nothingLeft
  log('sync.answer', {
    opId: operation.opId,
    revision: operation.revision,
    attempt: operation.attempts,
    verdict: verdict.kind,
  })
  return settle(sending, operation, before, verdict)
}

async function settle(sending: Sending, operation: Operation, before: Operation, verdict: Verdict): Promise<Course> {
  if (verdict.kind === 'success') return settleSuccess(sending, operation, verdict, 'sent')
  await sending.ports.replica.transact('write', (store) => settleSetback(store, sending, operation, before, verdict))
  return courseAfter(verdict)
}

function courseAfter(setback: Setback): Course {
  if (setback.kind === 'unknown') return setback.why === 'aborted' ? 'stopped' : 'doubt'
  if (setback.kind === 'not-sent') return 'doubt'
  if (setback.kind === 'paused' || setback.kind === 'needs-login' || setback.kind === 'wrong-agent') return setback.kind
  return 'go-on'
}

type Success = Extract<Verdict, { kind: 'success' }>
const nothingLeft: Success = { kind: 'success', record: null, version: null, location: null, isReplay: false }

/** A success is a fact, whoever learns of it and however late (fault B5). */
async function settleSuccess(
  sending: Sending,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<Course> {
  const { replica } = sending.ports
  const blobKeys = await replica.transact('write', async (store) => {
    const current = await store.operation(operation.seq)
    if (current === undefined || current.revision !== operation.revision) return []
    return confirm(store, sending, current, answer, note)
  })
  await replica.deleteFiles(blobKeys)
  return 'go-on'
}

/**
 * A create that was confirmed without a body is looked up before its chain goes on (fault C24), and after an old answer
 * the newest copy is read, because what happened since may have been pulled already (fault C29).
 */
async function withNewestRecord(
  sending: Sending,
  { operation, id, references }: ReadyOperation,
  success: Success,
): Promise<Verdict> {
  if (operation.kind === 'delete' || isMainPhotoCall(operation, sending.abilities)) return success
  if (success.record !== null && !success.isReplay) return { ...success, isOwnWork: true }
  if (success.record === null && operation.kind === 'update') return success
  const madeId = serverIdOf(success.record?.['id'] ?? /\/(\d+)\/?$/.exec(success.location ?? '')?.[1]) ?? id
  const path = madeId === null ? null : recordPath(operation.entity, references, madeId)
  if (madeId !== null && path !== null) {
    const read = await readRecord(sending, path, madeId)
    if (read.kind === 'record') return { ...success, record: read.record, version: read.version }
    if (read.kind === 'gone') return { ...success, isGone: true }
  } else {
    const search = await findCreated(sending, operation)
    if (search.kind === 'found') return { ...success, record: search.record }
  }
  return { kind: 'unknown', status: null, why: 'wrong-shape' }
}

/** 409 that is not about the key: equal to what we wanted means that an earlier attempt worked (faults C30, G9). */
async function afterReadingAgain(
  sending: Sending,
  operation: Operation,
  clash: Extract<Verdict, { kind: 'clash' }>,
  id: number | null,
  references: Record<string, number>,
): Promise<Verdict> {
  if (operation.kind === 'create') {
    if (operation.attempts < 2) return clash
    const search = await findCreated(sending, operation)
    return search.kind === 'found' ? { ...nothingLeft, record: search.record } : clash
  }
  const path = id === null ? null : recordPath(operation.entity, references, id)
  if (id === null || path === null) return clash
  const read = await readRecord(sending, path, id)
  if (read.kind === 'gone') return { kind: 'gone', refusal: clash.refusal }
  if (read.kind === 'failed' || operation.kind === 'delete') return clash
  const { record } = normaliseRecord(operation.entity, read.record)
  const isDone = Object.entries(operation.changes).every(([field, value]) => isSameValue(record[field], value))
  return isDone ? { ...nothingLeft, record: read.record, version: read.version } : clash
}

function isUnsettledCreate(sending: Sending, operation: Operation): boolean {
  return (
    operation.kind === 'create' &&
    operation.attempt !== null &&
    !sending.abilities.keys &&
    !isMainPhotoCall(operation, sending.abilities)
  )
}

/** Rule K3: wait, look, compare; one match is adopted, none is sent again, several are for the agent to decide. */
async function settleUnknownCreate(sending: Sending, operation: Operation): Promise<Course | 'resend'> {
  const { clock } = sending.ports
  const now = clock.now()
  const from = (operation.attempt?.startedAt ?? now) + createSettlesAfterMs
  if (!isDue(Math.max(from, operation.nextAt), now)) {
    await changeIfSame(sending, operation, { ...operation, state: 'unknown', nextAt: Math.max(from, operation.nextAt) })
    return 'go-on'
  }
  const search = await findCreated(sending, operation)
  switch (search.kind) {
    case 'found':
      return settleSuccess(sending, operation, { ...nothingLeft, record: search.record }, 'adopted')
    case 'absent':
      await changeIfSame(sending, operation, { ...operation, state: 'queued', attempt: null })
      return 'resend'
    case 'unclear': {
      // The attempt stays on it: it may exist, so it is never sent again without the agent's word.
      const message = 'The answer was lost, and the server may have it already. Please look before sending it again.'
      const refusal = ownRefusal('may_exist', message, now)
      await changeIfSame(sending, operation, { ...operation, state: 'attention', refusal })
      return 'go-on'
    }
    case 'failed':
      return postpone(sending, operation, search.verdict)
  }
}

/** On a server without versions each update and delete reads its record first (rules K4, K5, K6). */
async function readFresh(
  sending: Sending,
  operation: Operation,
): Promise<Awaited<ReturnType<typeof readRecord>> | null> {
  const { abilities, ports } = sending
  if (abilities.versions || operation.kind === 'create' || isMainPhotoCall(operation, abilities)) return null
  const references = await referenceIds(sending, operation)
  const id = await ports.replica.transact('read', (store) => idOfKey(store, operation.entity, operation.key))
  const path = id === null ? null : recordPath(operation.entity, references, id)
  if (id === null || path === null) return null
  const read = await readRecord(sending, path, id)
  return read
}

async function referenceIds({ ports }: Sending, operation: Operation): Promise<Record<string, number>> {
  return ports.replica.transact('read', async (store) => {
    const ids: Record<string, number> = {}
    for (const [field, { entity, key }] of Object.entries(operation.references)) {
      const id = await idOfKey(store, entity, key)
      if (id !== null) ids[field] = id
    }
    return ids
  })
}

/** The reading before the writing failed, so the operation itself was not tried; it keeps its place and waits. */
async function postpone(sending: Sending, operation: Operation, verdict: Verdict): Promise<Course> {
  const { clock, random, replica } = sending.ports
  const now = clock.now()
  if (verdict.kind === 'success') return 'go-on'
  if (verdict.kind === 'paused')
    await replica.transact('write', (store) => store.putFact('paused-until', verdict.until))
  else if (verdict.kind === 'refused') {
    await replica.transact('write', async (store) => {
      if (await isSame(store.operation(operation.seq), operation)) await putRefused(store, operation, verdict.refusal)
    })
  } else if (verdict.kind !== 'needs-login' && verdict.kind !== 'wrong-agent') {
    const failures = { failures: operation.attempts + 1, firstAttemptAt: operation.firstAttemptAt, now }
    await changeIfSame(sending, operation, {
      ...operation,
      state: operation.attempt === null ? 'waiting' : 'unknown',
      attempts: operation.attempts + 1,
      firstAttemptAt: operation.firstAttemptAt ?? now,
      nextAt: nextAttemptAt(failures, random),
    })
  }
  return courseAfter(verdict)
}

async function changeIfSame({ ports }: Sending, operation: Operation, changed: Operation): Promise<void> {
  await ports.replica.transact('write', async (store) => {
    if (await isSame(store.operation(operation.seq), operation)) await store.putOperation(changed)
  })
}

/** Nobody has changed it since it was read. */
async function isSame(stored: Promise<Operation | undefined>, operation: Operation): Promise<boolean> {
  const current = await stored
  return (
    current !== undefined &&
    current.revision === operation.revision &&
    current.attempts === operation.attempts &&
    current.state === operation.state
  )
}

/** The bytes of every file that goes along; null when one cannot be read any more. */
async function readFiles({ ports }: Sending, operation: Operation): Promise<Record<string, Uint8Array> | null> {
  const bytes: Record<string, Uint8Array> = {}
  for (const [field, file] of Object.entries(operation.files)) {
    const content = await ports.replica.readFile(file)
    if (content === null) return null
    bytes[field] = content
  }
  return bytes
}

function fileIsLost(now: number) {
  return ownRefusal('file_lost', 'The picture cannot be read on this device any more. Please pick it again.', now)
}

function withVersion({ record, version }: Extract<Fresh, { kind: 'record' }>) {
  return version === null ? record : { ...record, version }
}
