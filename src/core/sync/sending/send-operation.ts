import { ownRefusal, type Verdict, type Failure, nothingLeft } from '#core/sync/requests/answers.ts'
import { claim, takesOnlyPut } from './claim.ts'
import { firstVerdict, lastVerdict } from './judge-answer.ts'
import type { Operation } from '#core/sync/operation.ts'
import { deletionBehind, type Fresh } from './prepare-to-send.ts'
import { sendWrite } from '#core/sync/requests/requests.ts'
import { type ReadyOperation, requestFor, isMainPhotoCall } from './rest-calls.ts'
import type { SendResult, SendingContext } from './sending-context.ts'
import { applyResult, nextStep, createSettlesAfterMs, pauseFact, refused, settleSuccess } from './apply-result.ts'
import { idOfKey } from '#core/sync/records/keys.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { findCreated, idsOfReferences } from './plain-server.ts'
import { readRecord, type ReadRecordResult } from './read-from-server.ts'
import { isDue, isInSlowLane, nextAttemptAt } from '#core/sync/requests/retry.ts'
import { isOtherRecord, dropRecord, putServerCopy, toRecord } from '#core/sync/records/server-copy.ts'

/** Sends one operation and stores the result. Safe to repeat after a crash, because nothing is in memory only (fault B8). */
export async function sendOperation(sending: SendingContext, seq: number): Promise<SendResult> {
  const { replica } = sending.ports
  // The record as just read from the server.
  let fresh: Fresh | null = null
  if (mustReadFirst(sending)) {
    const operation = await replica.transact('read', (tx) => tx.operation(seq))
    if (operation === undefined || sending.stop.aborted) return 'go-on'
    if (isUnsettledCreate(sending, operation)) {
      const result = await settleUnknownCreate(sending, operation)
      if (result !== 'resend') return result
    }
    const read = await readBeforeWrite(sending, operation)
    if (read !== null && read.kind === 'failed') return postpone(sending, operation, read.verdict)
    fresh = read
  }
  if (sending.stop.aborted) return 'go-on'

  const claimed = await replica.transact('write', (tx) => claim(tx, sending, seq, fresh))
  if (claimed === null) return 'go-on'
  const verdict = await exchange(sending, claimed.ready)
  await replica.transact('write', (tx) => applyResult(tx, sending, claimed, verdict))
  return nextStep(verdict)
}

/** Whether to read the record before the write. A server with keys and versions detects conflicts itself. */
function mustReadFirst({ capabilities }: SendingContext): boolean {
  return !capabilities.keys || !capabilities.versions
}

async function exchange(sending: SendingContext, ready: ReadyOperation): Promise<Verdict> {
  const bytes = await readFiles(sending, ready.operation)
  if (bytes === null) {
    const message = 'This photo can no longer be read on this device. Choose it again.'
    return { kind: 'refused', refusal: ownRefusal('file_lost', message, sending.ports.clock.now()) }
  }
  const built = requestFor(ready, bytes, sending.capabilities)
  if ('refusal' in built) return { kind: 'refused', refusal: built.refusal }
  const answer = await sendWrite(sending.ports, built.request, sending.stop)
  return lastVerdict(sending, ready, firstVerdict(sending, ready, answer))
}

async function readFiles({ ports }: SendingContext, operation: Operation): Promise<Record<string, Uint8Array> | null> {
  const bytes: Record<string, Uint8Array> = {}
  for (const [field, file] of Object.entries(operation.files)) {
    const content = await ports.replica.readFile(file)
    if (content === null) return null
    bytes[field] = content
  }
  return bytes
}

function isUnsettledCreate(sending: SendingContext, operation: Operation): boolean {
  return (
    operation.kind === 'create' &&
    operation.attempt !== null &&
    !sending.capabilities.keys &&
    !isMainPhotoCall(operation, sending.capabilities)
  )
}

/**
 * Waits, then looks for the record of a create whose answer was lost: one match is adopted, without a match the create is sent again, and
 * with several the agent decides (rule K3).
 */
async function settleUnknownCreate(sending: SendingContext, operation: Operation): Promise<SendResult | 'resend'> {
  const { clock, replica } = sending.ports
  const now = clock.now()
  const from = (operation.attempt?.startedAt ?? now) + createSettlesAfterMs
  if (!isDue(Math.max(from, operation.nextAt), now)) {
    await changeIfSame(sending, operation, { state: 'unknown', nextAt: Math.max(from, operation.nextAt) })
    return 'go-on'
  }
  const search = await findCreated(sending, operation)
  switch (search.kind) {
    case 'found':
      await replica.transact('write', (tx) =>
        settleSuccess(tx, sending, operation, { ...nothingLeft, record: search.record }, 'adopted'),
      )
      return 'go-on'
    case 'absent':
      await changeIfSame(sending, operation, { state: 'queued', attempt: null })
      return 'resend'
    case 'unclear': {
      // If the agent has deleted the record since, there is nothing to decide. Look again later: the server may offer keys by then.
      const deletion = await replica.transact('read', async (tx) => deletionBehind(tx, operation))
      if (deletion !== undefined && !isInSlowLane(operation.attempts)) {
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
async function readBeforeWrite(sending: SendingContext, operation: Operation): Promise<ReadRecordResult | null> {
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

/**
 * Makes sure that the parent's id still means the same record. If a main photo is sent with its whole listing, stores the listing's newest
 * copy first. Resolves to null, or to the failure of the request.
 */
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
    if (await isOtherRecord(tx, entity, key, read.record)) await dropRecord(tx, entity, key)
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
  if (verdict.kind === 'paused') await replica.transact('write', (tx) => tx.setMeta(pauseFact, verdict.until))
  else if (verdict.kind === 'refused') {
    await changeIfSame(sending, operation, refused(verdict.refusal))
  } else if (verdict.kind !== 'needs-login' && verdict.kind !== 'wrong-agent') {
    const failures = { failures: operation.attempts + 1, now }
    await changeIfSame(sending, operation, {
      state: operation.attempt === null ? 'waiting' : 'unknown',
      attempts: operation.attempts + 1,
      firstAttemptAt: operation.firstAttemptAt ?? now,
      nextAt: nextAttemptAt(failures, random),
    })
  }
  return nextStep(verdict)
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
