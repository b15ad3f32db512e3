import { type Claimed, claim } from './claim.ts'
import { isUnsettledCreate, postpone, readFresh, settleUnknownCreate } from './first-look.ts'
import { firstVerdict, lastVerdict } from './judge-answer.ts'
import type { Operation } from './operation.ts'
import type { Fresh } from './prepare-to-send.ts'
import { ownRefusal } from './refusals.ts'
import { requestFor } from './rest-calls.ts'
import type { Course, Sending, Sent } from './sending.ts'
import { courseAfter, settleSetback } from './settle.ts'
import { settleVerdict } from './settle-success.ts'

/**
 * Sends one operation and stores what came of it. Safe to repeat: nothing is kept in memory only (fault B8).
 * `onAnswered` is called when its request is over and how sending goes on is known, before that is stored.
 */
export async function sendOperation(
  sending: Sending,
  seq: number,
  onAnswered: (course: Course) => void,
): Promise<Sent> {
  const { replica } = sending.ports
  let fresh: Fresh | null = null
  if (looksFirst(sending)) {
    const operation = await replica.transact('read', (store) => store.operation(seq))
    if (operation === undefined || sending.stop.aborted) return stays('go-on')
    if (isUnsettledCreate(sending, operation)) {
      const course = await settleUnknownCreate(sending, operation)
      if (course !== 'resend') return stays(course)
    }
    const read = await readFresh(sending, operation)
    if (read !== null && read.kind === 'failed') return stays(await postpone(sending, operation, read.verdict))
    fresh = read
  }
  if (sending.stop.aborted) return stays('go-on')

  const claimed = await replica.transact('write', (store) => claim(store, sending, seq, fresh))
  if (claimed.kind === 'nothing-to-send') {
    await deleteFiles(sending, claimed.blobKeys)
    return stays('go-on')
  }
  return sendClaimed(sending, claimed, onAnswered)
}

/** It may be in the outbox still. */
function stays(course: Course): Sent {
  return { course, hasLeft: false }
}

/** With keys and versions the server itself refuses what a look would find. */
function looksFirst({ abilities }: Sending): boolean {
  return !abilities.keys || !abilities.versions
}

async function sendClaimed(
  sending: Sending,
  { ready, before }: Claimed,
  onAnswered: (course: Course) => void,
): Promise<Sent> {
  const { replica, server, clock } = sending.ports
  const { operation } = ready
  const bytes = await readFiles(sending, operation)
  const built = bytes === null ? { refusal: fileIsLost(clock.now()) } : requestFor(ready, bytes, sending.abilities)
  if ('refusal' in built) {
    const { refusal } = built
    await replica.transact('write', (store) =>
      settleSetback(store, sending, operation, before, { kind: 'refused', refusal }),
    )
    return stays('go-on')
  }

  let first = firstVerdict(sending, ready, await server.send(built.request, sending.stop))
  if (first.kind === 'anti-forgery') {
    // It was refused before anything happened, so the same key may carry it once more (fault D3).
    await server.renewAntiForgery()
    first = firstVerdict(sending, ready, await server.send(built.request, sending.stop))
  }
  const verdict = await lastVerdict(sending, ready, first)
  onAnswered(verdict.kind === 'success' ? 'go-on' : courseAfter(verdict))
  return settleVerdict(sending, operation, before, verdict)
}

export async function deleteFiles({ ports }: Sending, blobKeys: string[]): Promise<void> {
  if (blobKeys.length > 0) await ports.replica.deleteFiles(blobKeys)
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
