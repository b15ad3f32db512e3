import type { Verdict } from '#core/sync/requests/answers.ts'
import { claim } from './claim.ts'
import { isUnsettledCreate, postpone, readFresh, settleUnknownCreate } from './read-before-write.ts'
import { firstVerdict, lastVerdict } from './judge-answer.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Fresh } from './prepare-to-send.ts'
import { ownRefusal } from '#core/sync/requests/refusals.ts'
import { sendWrite } from '#core/sync/requests/requests.ts'
import { type ReadyOperation, requestFor } from './rest-calls.ts'
import type { Course, Sending } from './sending.ts'
import { courseAfter } from './course-after.ts'
import { settleVerdict } from './settle.ts'

/** Sends one operation and stores what came of it. Safe to repeat: nothing is kept in memory only (fault B8). */
export async function sendOperation(sending: Sending, seq: number): Promise<Course> {
  const { replica } = sending.ports
  let fresh: Fresh | null = null
  if (looksFirst(sending)) {
    const operation = await replica.transact('read', (store) => store.operation(seq))
    if (operation === undefined || sending.stop.aborted) return 'go-on'
    if (isUnsettledCreate(sending, operation)) {
      const course = await settleUnknownCreate(sending, operation)
      if (course !== 'resend') return course
    }
    const read = await readFresh(sending, operation)
    if (read !== null && read.kind === 'failed') return postpone(sending, operation, read.verdict)
    fresh = read
  }
  if (sending.stop.aborted) return 'go-on'

  const claimed = await replica.transact('write', (store) => claim(store, sending, seq, fresh))
  if (claimed === null) return 'go-on'
  const verdict = await exchange(sending, claimed.ready)
  await replica.transact('write', (store) => settleVerdict(store, sending, claimed, verdict))
  return courseAfter(verdict)
}

/** With keys and versions the server itself refuses what a look would find. */
function looksFirst({ abilities }: Sending): boolean {
  return !abilities.keys || !abilities.versions
}

async function exchange(sending: Sending, ready: ReadyOperation): Promise<Verdict> {
  const bytes = await readFiles(sending, ready.operation)
  if (bytes === null) {
    const message = 'The picture cannot be read on this device any more. Please pick it again.'
    return { kind: 'refused', refusal: ownRefusal('file_lost', message, sending.ports.clock.now()) }
  }
  const built = requestFor(ready, bytes, sending.abilities)
  if ('refusal' in built) return { kind: 'refused', refusal: built.refusal }
  const answer = await sendWrite(sending.ports, built.request, sending.stop)
  return lastVerdict(sending, ready, firstVerdict(sending, ready, answer))
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
