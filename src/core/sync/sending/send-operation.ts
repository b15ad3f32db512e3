import {
  isFromOurServer,
  judge,
  ownRefusal,
  parentIsGone,
  type Success,
  type Verdict,
} from '#core/sync/requests/answers.ts'
import { applyFailure, sendResultOf, type SendFailure } from './apply-failure.ts'
import { settleSuccess } from './confirm.ts'
import { waitsForAgent } from './record-queue.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { type FirstVerdict, finalVerdict } from './look-again.ts'
import { idOfKey } from '#core/sync/records/keys.ts'
import { isEmbeddedReference, keyOfEmbeddedReference, withResolvedReferences } from '#core/sync/records/references.ts'
import { type Attempt, type LocalKey, type Operation, type Reference, idempotencyKey } from '#core/sync/operation.ts'
import { readBeforeWrite } from './plain-server.ts'
import type { Answer, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { type Fresh, prepareToSend } from './prepare-to-send.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import {
  type Claimed,
  type ReadyOperation,
  requestFor,
  takesOnlyPut,
  wholeRecord,
  writtenRecord,
} from './rest-calls.ts'
import { isDue } from '#core/sync/requests/retry.ts'
import { type SendingContext, type SendResult, sendWrite } from './sending-context.ts'
import { serverCopyOf } from '#core/sync/records/server-copy.ts'
import { isOfNewerFormat } from '#core/sync/writing/upgrade-operation.ts'

/** Sends one operation and stores the result. Safe to repeat after a crash, because its state is stored before and after the request (fault B8). */
export async function sendOperation(sending: SendingContext, seq: number): Promise<SendResult> {
  const { replica } = sending.ports
  const fresh = mustReadFirst(sending) ? await readBeforeWrite(sending, seq) : null
  if (typeof fresh === 'string') return fresh
  if (sending.stop.aborted) return 'go-on'

  const claimed = await replica.transact('write', (tx) => claim(tx, sending, seq, fresh))
  if (claimed === null) return 'go-on'
  const verdict = await sendClaimed(sending, claimed.ready)
  await replica.transact('write', (tx) => applyResult(tx, sending, claimed, verdict))
  return sendResultOf(verdict)
}

/** Whether to read the record before the write. A server with keys and versions detects conflicts itself. */
function mustReadFirst({ capabilities }: SendingContext): boolean {
  return !capabilities.keys || !capabilities.versions
}

/** Returns the idempotency key of the create that the same batch sends earlier for a record; null if there is none. */
export type KeyOfCreate = (entity: EntityName, key: LocalKey) => string | null

/**
 * Claims an operation by compare-and-set (faults B1, B17): merges it with its record's newest copy, and freezes its attempt. Null if it was
 * settled or rejected without sending, another tab claimed it, or it must still wait.
 */
export async function claim(
  tx: ReplicaTransaction,
  sending: SendingContext,
  seq: number,
  fresh: Fresh | null,
  keyOfCreate: KeyOfCreate = () => null,
): Promise<Claimed | null> {
  const now = sending.ports.clock.now()
  const operation = await tx.operation(seq)
  if (operation === undefined || !isSendable(operation, sending, now)) return null
  const [first] = await tx.recordQueue(operation.entity, operation.key)
  if (first?.seq !== seq) return null

  const ids = await resolveIds(tx, operation, sending, keyOfCreate)
  if (ids === 'not-yet') return null
  if (ids === 'gone') {
    await tx.putOperation({ ...operation, state: 'attention', refusal: parentIsGone(now) })
    return null
  }
  const withIds = withServerIds(operation, ids.mentioned)
  const prepared = await prepareToSend(tx, sending, withIds, fresh)
  if (prepared === null) return null

  const written = writtenRecord(prepared, sending.capabilities)
  const attempt = isFrozen(prepared, sending)
    ? { ...prepared.attempt, startedAt: now, sender: sending.sender }
    : await newAttempt(tx, prepared, written, sending, now)
  const claimed = {
    ...prepared,
    state: 'sending' as const,
    attempts: operation.attempts + 1,
    attempt,
    firstAttemptAt: operation.firstAttemptAt ?? now,
  }
  await tx.putOperation(claimed)
  // In the row's embedded references, ids replace local keys; references to records that will never exist are left out.
  if (withIds !== operation) await rebase(tx, operation.entity, operation.key)
  const { id, references } = ids
  const { entity, key } = written
  const alwaysSent = entity === 'listing' ? await propertyOf(tx, await tx.row('listing', key)) : {}
  return { ready: { operation: claimed, entity, id, references, alwaysSent }, before: prepared }
}

function isSendable(operation: Operation, { ports }: SendingContext, now: number): boolean {
  if (operation.owner !== ports.replica.owner || isOfNewerFormat(operation)) return false
  return !waitsForAgent(operation) && operation.state !== 'sending' && isDue(operation.nextAt, now)
}

/** With idempotency keys, an operation that was sent before is sent again as the same bytes. Without keys, it is prepared again. */
function isFrozen(
  operation: Operation,
  { capabilities }: SendingContext,
): operation is Operation & { attempt: Attempt } {
  return operation.attempt !== null && capabilities.keys
}

/** `mentioned`: the ids of embedded references, by local key. */
type Ids = Pick<ReadyOperation, 'id' | 'references'> & { mentioned: ReadonlyMap<LocalKey, number> }

async function resolveIds(
  tx: ReplicaTransaction,
  operation: Operation,
  { capabilities }: SendingContext,
  keyOfCreate: KeyOfCreate,
): Promise<Ids | 'not-yet' | 'gone'> {
  const references: ReadyOperation['references'] = {}
  const mentioned = new Map<LocalKey, number>()
  for (const [field, { entity, key }] of Object.entries(operation.references)) {
    if ((await tx.recordQueue(entity, key)).some(({ kind }) => kind === 'create')) {
      const $created = keyOfCreate(entity, key)
      // The record has no id yet. `$created` can take the id's place, but not in an embedded reference.
      if ($created === null || isEmbeddedReference(field)) return 'not-yet'
      references[field] = { $created }
      continue
    }
    const id = await idOfKey(tx, entity, key)
    if (isEmbeddedReference(field)) {
      if (id !== null) mentioned.set(keyOfEmbeddedReference(field), id)
    } else if (id === null) return 'gone'
    else references[field] = id
  }
  const { entity, key } = writtenRecord(operation, capabilities)
  if (operation.kind === 'create' && entity === operation.entity) return { id: null, references, mentioned }
  const id = await idOfKey(tx, entity, key)
  // If the server no longer has the record, `prepareToSend` lets the agent decide, or the deletion counts as done.
  const isKnown = id !== null || (await tx.base(entity, key))?.gone === true
  return isKnown ? { id, references, mentioned } : 'gone'
}

/** Replaces the local keys of embedded references by server ids. In a frozen operation, this has been done already. */
function withServerIds(operation: Operation, ids: ReadonlyMap<LocalKey, number>): Operation {
  if (!Object.keys(operation.references).some(isEmbeddedReference)) return operation
  const idOf = (key: LocalKey) => ids.get(key) ?? null
  return {
    ...operation,
    changes: withResolvedReferences(operation.entity, operation.changes, idOf),
    base: withResolvedReferences(operation.entity, operation.base, idOf),
  }
}

async function newAttempt(
  tx: ReplicaTransaction,
  operation: Operation,
  { entity, key }: Reference,
  sending: SendingContext,
  now: number,
): Promise<Attempt> {
  const base = await tx.base(operation.entity, operation.key)
  // False for a main photo, which a plain server receives with its listing.
  const isOwn = entity === operation.entity
  const isWhole = (operation.kind === 'update' || !isOwn) && (await takesOnlyPut(tx, sending, entity))
  const known = isOwn || !isWhole ? base?.record : await serverCopyOf(tx, entity, key)
  return {
    startedAt: now,
    ifMatch: operation.kind === 'create' ? null : (base?.version ?? operation.baseVersion),
    whole: isWhole && known ? wholeRecord(entity, known) : null,
    sender: sending.sender,
  }
}

/** Returns the id of a listing's property, which every write of the listing must include (reading R16). */
async function propertyOf(tx: ReplicaTransaction, listing: Row | undefined): Promise<Record<string, number>> {
  const key = listing?.['property_key']
  const id = typeof key === 'string' ? await idOfKey(tx, 'property', key) : null
  return id === null ? {} : { property: id }
}

async function sendClaimed(sending: SendingContext, ready: ReadyOperation): Promise<Verdict> {
  const bytes = await readFiles(sending, ready.operation)
  if (bytes === null) {
    const message = 'This photo can no longer be read on this device. Choose it again.'
    return { kind: 'refused', refusal: ownRefusal('file_lost', message, sending.ports.clock.now()) }
  }
  const built = requestFor(ready, bytes, sending.capabilities)
  if ('refusal' in built) return { kind: 'refused', refusal: built.refusal }
  const answer = await sendWrite(sending.ports, built.request, sending.stop)
  return finalVerdict(sending, ready, firstVerdict(sending, ready, answer))
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

/** Judges the answer by its content alone. `finalVerdict` makes the further requests that some answers need. */
export function firstVerdict(
  { ports, capabilities }: SendingContext,
  { operation, entity, id }: ReadyOperation,
  answer: Answer,
): FirstVerdict {
  const key = idempotencyKey(operation)
  const isOwn = entity === operation.entity
  const verdict = judge(answer, ports, { kind: isOwn ? operation.kind : 'update', id, opId: operation.opId, key })
  // A server without traces cannot prove that an answer is its own, so its answers count as proved.
  const isProved = !capabilities.traces || (answer.kind === 'answered' && isFromOurServer(answer, key))
  const isRecordAsWritten =
    isProved && isOwn && verdict.kind === 'success' && verdict.record !== null && !verdict.isReplay
  return { verdict: isRecordAsWritten ? { ...verdict, isRecordAsWritten } : verdict, isProved }
}

export async function applyResult(
  tx: ReplicaTransaction,
  sending: SendingContext,
  claimed: Claimed,
  verdict: Success | SendFailure,
): Promise<void> {
  if (verdict.kind === 'success') await settleSuccess(tx, sending, claimed.ready.operation, verdict, 'sent')
  else await applyFailure(tx, sending, claimed, verdict)
}
