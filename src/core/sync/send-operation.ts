import { type Verdict, judge } from './answers.ts'
import { type Claim, claim } from './claim.ts'
import { isUnsettledCreate, postpone, readFresh, settleUnknownCreate } from './first-look.ts'
import type { Operation } from './operation.ts'
import { ownRefusal } from './refusals.ts'
import { isMainPhotoCall, requestFor } from './rest-calls.ts'
import { afterReadingAgain, withNewestRecord, withRecordToMerge } from './second-look.ts'
import type { Course, Sending } from './sending.ts'
import { courseAfter, settleSetback } from './settle.ts'
import { nothingLeft, settleSuccess } from './settle-success.ts'

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
  if (verdict.kind === 'clash') verdict = await afterReadingAgain(sending, ready, verdict)
  if (verdict.kind === 'stale') verdict = await withRecordToMerge(sending, ready, verdict)
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
