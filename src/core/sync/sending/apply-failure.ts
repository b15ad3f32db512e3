import { asParentGone, type Failure, type Success, ownRefusal, pageCode } from '#core/sync/requests/answers.ts'
import { versionOf } from '#core/sync/records/record-fields.ts'
import { settleWithoutEffect } from './confirm.ts'
import { askAgent, deletionBehind, prepareToSend } from './prepare-to-send.ts'
import { pausedUntilMetadataKey } from '#core/sync/metadata-keys.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation, Refusal } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { nextAttemptAt } from '#core/sync/requests/retry.ts'
import { type Claimed, isMainPhotoCall, takesOnlyPutKey } from './rest-calls.ts'
import type { SendingContext, SendResult } from './sending-context.ts'
import { markDeletedOnServer } from '#core/sync/records/server-copy.ts'
import { keysAreLostMetadataKey } from './which-server.ts'

/** After this many retries because of a 412 (merged) or a 422 `key_reused`, counted together, the agent decides (fault G21). */
export const maxMergeRounds = 5
/** On a server without keys: how long after an unanswered create, which may still be running, its record is looked for (rule K3). */
export const findCreatedAfterMs = 60_000
/** Upper bound for how long an abandoned request can still reach the server. */
const arrivesWithinMs = 15 * 60_000

/** Any result except success. `not-tried`: the server refused the whole batch, so it did not execute the operation. */
export type SendFailure = Failure | { kind: 'not-tried' }

// One function for all kinds of failures, so that their cases can be compared.
// oxlint-disable max-lines-per-function
/**
 * Stores the failure of a claimed operation, in the caller's transaction: the state in which the operation stays in the outbox. Only the
 * current attempt may do this; late answers to earlier attempts are ignored (fault B5).
 *
 * - The request did not leave the device: `waiting` with backoff (`unknown`, if an earlier try may have arrived). After at least 20 tries
 *   and 24 hours: `attention`.
 * - No answer that can be trusted: `unknown`, sent again under the same key. On a server without keys, the record of a create is looked
 *   for before the create is sent again.
 * - A firewall's page instead of an answer: `waiting` under the next revision; the third time `attention`.
 * - The server pauses (429, 503), or still works on an earlier try: `unknown` if the request may have arrived, otherwise as it was
 *   before the try. The try is not counted.
 * - 401: `needs-login`. Wrong agent, restored server, batch refused, key lost on the way: as it was before the try.
 * - 412, the record has changed on the server: merged and `queued` under the next revision, up to five times; if both sides changed a
 *   field, `conflict`. 412 to a deletion, because of child records not pulled yet: `waiting` for a second.
 * - The record is deleted: an update becomes a `conflict`; a create whose earlier try had created it is dropped;
 *   any other operation: `attention`.
 * - 405 to a PATCH: `queued` under the next revision, as PUT.
 * - 422 `key_reused`: `queued` under the next revision, up to five times, merges included.
 * - 424, an operation before it in the batch failed: `blocked`. 403 `csrf_failed`: `waiting`.
 * - 409 about the record, not the key: `attention`. 403 without a code: `attention`, too, after the anti-forgery token was renewed once.
 * - Any other refusal: `attention`, until the agent corrects or discards it. A refused create whose record was deleted here since is
 *   dropped.
 */
export async function applyFailure(
  tx: ReplicaTransaction,
  sending: SendingContext,
  { ready: { operation: claimed, entity }, before }: Claimed,
  failure: SendFailure,
): Promise<void> {
  const current = await tx.operation(claimed.seq)
  if (current === undefined || current.revision !== claimed.revision) return
  if (current.state !== 'sending' || current.attempts !== claimed.attempts) return
  const { clock, random } = sending.ports
  const now = clock.now()
  const retry = { failures: claimed.attempts, now }
  switch (failure.kind) {
    case 'not-sent': {
      const state = before.attempt === null ? 'waiting' : 'unknown'
      const tried = { attempts: claimed.attempts, firstAttemptAt: claimed.firstAttemptAt }
      const refusal = ownRefusal('unreachable', 'The server could not be reached.', now)
      if (isHopeless(claimed, now)) await tx.putOperation({ ...before, ...tried, state: 'attention', refusal })
      else await tx.putOperation({ ...before, ...tried, state, nextAt: nextAttemptAt(retry, random), refusal })
      return
    }
    case 'unknown': {
      // On a server without keys, the record of a create is looked for before a retry (rule K3), even after an HTML page.
      if (failure.why === 'page' && (sending.capabilities.keys || claimed.kind !== 'create'))
        return retryAfterPage(tx, claimed, failure.status, { now, nextAt: nextAttemptAt(retry, random) })
      const nextAt = Math.max(nextAttemptAt(retry, random), searchableFrom(sending, claimed))
      await tx.putOperation({ ...claimed, state: 'unknown', nextAt, refusal: unclearRefusal(failure.status, now) })
      return
    }
    case 'paused': {
      await tx.setMeta(pausedUntilMetadataKey, failure.until)
      if (failure.mayHaveArrived) {
        const nextAt = Math.max(failure.until, searchableFrom(sending, claimed))
        await tx.putOperation({ ...claimed, state: 'unknown', attempts: before.attempts, nextAt })
      } else await tx.putOperation(before)
      return
    }
    case 'in-progress':
      await tx.putOperation({ ...claimed, state: 'unknown', attempts: before.attempts, nextAt: failure.until })
      return
    case 'needs-login':
      await tx.putOperation({ ...before, state: 'needs-login' })
      return
    case 'key-lost':
      await tx.setMeta(keysAreLostMetadataKey, true)
      await tx.putOperation(before)
      return
    case 'not-tried':
    case 'wrong-agent':
    case 'history-changed':
      await tx.putOperation(before)
      return
    case 'blocked':
      await tx.putOperation({ ...before, state: 'blocked', nextAt: nextAttemptAt(retry, random) })
      return
    case 'anti-forgery':
      if (failure.refusal.code === null) await rejectOperation(tx, claimed, failure.refusal)
      else await tx.putOperation({ ...before, state: 'waiting', nextAt: nextAttemptAt(retry, random) })
      return
    case 'wrong-method': {
      if ((claimed.kind === 'update' || entity !== claimed.entity) && claimed.attempt.whole === null) {
        await tx.setMeta(takesOnlyPutKey(entity), true)
        await tx.putOperation(underNextRevision(claimed))
      } else await rejectOperation(tx, claimed, failure.refusal)
      return
    }
    case 'gone':
      if (claimed.kind === 'update') await prepareToSend(tx, sending, claimed, { kind: 'gone' })
      else if (failure.refusal.code === 'record_deleted') await dropDeletedRecord(tx, sending, claimed)
      else await rejectOperation(tx, claimed, asParentGone(claimed, failure.refusal))
      return
    case 'stale':
      if (failure.hasUnreadChildren)
        await tx.putOperation({ ...underNextRevision(claimed), state: 'waiting', nextAt: now + 1_000 })
      else await mergeAgain(tx, sending, claimed, failure.record)
      return
    case 'refused':
      if (failure.refusal.code === 'key_reused') return putUnderNextKey(tx, claimed, failure.refusal)
      await rejectOrDrop(tx, sending, claimed, failure.refusal)
      return
    case 'clash':
      await rejectOperation(tx, claimed, failure.refusal)
  }
}

// oxlint-enable max-lines-per-function

/** Another device deleted the record that an earlier try of this create made: drops it here, too. Edits queued behind the create become conflicts. */
async function dropDeletedRecord(tx: ReplicaTransaction, sending: SendingContext, claimed: Operation): Promise<void> {
  await markDeletedOnServer(tx, claimed.entity, claimed.key)
  await settleWithoutEffect(tx, sending, claimed)
}

/**
 * Rejects a refused operation. A create whose record was deleted here since is dropped with all operations of the record instead, if
 * no earlier try can arrive and *Undo* has ended; otherwise it waits until then and is sent once more.
 */
async function rejectOrDrop(
  tx: ReplicaTransaction,
  sending: SendingContext,
  claimed: Operation,
  refusal: Refusal,
): Promise<void> {
  const { entity, key, kind, attempts, firstAttemptAt } = claimed
  const deletion = kind === 'create' ? await deletionBehind(tx, claimed) : undefined
  if (deletion === undefined) return rejectOperation(tx, claimed, asParentGone(claimed, refusal))
  const arrivesUntil = attempts > 1 ? (firstAttemptAt ?? 0) + arrivesWithinMs : 0
  const dropsFrom = Math.max(arrivesUntil, deletion.nextAt)
  if (dropsFrom > sending.ports.clock.now()) {
    await tx.putOperation({ ...underNextRevision(claimed), state: 'waiting', nextAt: dropsFrom })
    return
  }
  for (const operation of await tx.recordQueue(entity, key)) await settleWithoutEffect(tx, sending, operation)
}

/**
 * Queues an operation under the next key, because a copy of this device, such as a restored phone, sent other bytes under the current one.
 * If the operation is a create whose record the server already has, the server answers the next key with that record.
 */
async function putUnderNextKey(tx: ReplicaTransaction, claimed: Operation, refusal: Refusal): Promise<void> {
  if (claimed.mergeRounds < maxMergeRounds)
    return tx.putOperation({ ...underNextRevision(claimed), mergeRounds: claimed.mergeRounds + 1 })
  const message =
    'The server already has another version of this change, so this one was not saved there. It is kept here. Press Retry to send it.'
  await rejectOperation(tx, claimed, { ...refusal, message })
}

const maxFirewallPages = 3

/**
 * Retries under the next revision: safe even if the request arrived, because a create is then answered with its record. The third time,
 * the operation is rejected, so that the agent can change what the network blocks (fault C13).
 */
async function retryAfterPage(
  tx: ReplicaTransaction,
  claimed: Operation,
  status: number | null,
  { now, nextAt }: { now: number; nextAt: number },
): Promise<void> {
  const times = (claimed.refusal?.code === pageCode ? (claimed.refusal.times ?? 0) : 0) + 1
  const message = 'Something on the network, such as a firewall, blocks this change.'
  const refusal = { ...ownRefusal(pageCode, message, now), status, times }
  const state = times < maxFirewallPages ? ('waiting' as const) : ('attention' as const)
  await tx.putOperation({ ...underNextRevision(claimed), state, nextAt, refusal })
}

/** Rejects an operation: it waits for the agent, whose *Retry* or correction sends it under the next revision (faults H1, H3). */
async function rejectOperation(tx: ReplicaTransaction, operation: Operation, refusal: Refusal): Promise<void> {
  await tx.putOperation({ ...operation, ...rejectedFields(refusal) })
}

export function rejectedFields(refusal: Refusal): Pick<Operation, 'state' | 'attempt' | 'refusal'> {
  return { state: 'attention', attempt: null, refusal }
}

/** After a 412: merges with `newest`, the server's record, under the next revision, or lets the agent decide (faults G3, G21). */
async function mergeAgain(
  tx: ReplicaTransaction,
  sending: SendingContext,
  claimed: Operation,
  newest: Fields | null,
): Promise<void> {
  const again = { ...underNextRevision(claimed), mergeRounds: claimed.mergeRounds + 1 }
  await tx.putOperation(again)
  // The call that makes a photo the main one is answered with the listing, which is not a copy of the photo.
  const isOfListing = isMainPhotoCall(claimed, sending.capabilities)
  const fresh =
    newest === null || isOfListing ? null : { kind: 'record' as const, record: newest, version: versionOf(newest) }
  const merged = await prepareToSend(tx, sending, again, fresh)
  if (merged === null || again.mergeRounds <= maxMergeRounds) return
  const base = await tx.base(claimed.entity, claimed.key)
  const fields = Object.keys(claimed.kind === 'delete' ? claimed.base : claimed.changes)
  await askAgent(tx, sending, merged, { theirs: base?.record ?? {}, theirVersion: base?.version ?? null, fields })
}

function underNextRevision(operation: Operation): Operation {
  return { ...operation, revision: operation.revision + 1, state: 'queued', attempt: null, nextAt: 0, refusal: null }
}

/** True after 20 tries and 24 hours: probably something on the way always stops this request (fault C13). */
function isHopeless({ attempts, firstAttemptAt }: Operation, now: number): boolean {
  return attempts >= 20 && firstAttemptAt !== null && now - firstAttemptAt > 24 * 3_600_000
}

/** When the record of an unanswered create may be looked for on a server without keys; 0 for other operations (rule K3). */
function searchableFrom({ capabilities }: SendingContext, { kind, attempt }: Operation): number {
  return kind === 'create' && !capabilities.keys && attempt !== null ? attempt.startedAt + findCreatedAfterMs : 0
}

function unclearRefusal(status: number | null, now: number): Refusal {
  const message =
    status === null
      ? 'The server did not answer.'
      : `The server answered ${status}, so it is unclear whether it was saved.`
  return { ...ownRefusal('unclear', message, now), status }
}

/** Returns `go-on` if the push continues after this result, otherwise why it stops or first needs to check the connection. */
export function sendResultOf(verdict: Success | SendFailure): SendResult {
  switch (verdict.kind) {
    case 'unknown':
      return verdict.why === 'aborted' ? 'stopped' : 'connection-uncertain'
    case 'not-sent':
      return 'connection-uncertain'
    case 'paused':
    case 'needs-login':
    case 'wrong-agent':
    case 'history-changed':
      return verdict.kind
    default:
      return 'go-on'
  }
}
