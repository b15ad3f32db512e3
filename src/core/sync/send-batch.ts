import type { Turns } from './batch-turns.ts'
import { type Outcome, exchangePart, nextPart } from './batch-part.ts'
import type { Waiting } from './chains.ts'
import { type Claimed, type Company, claim } from './claim.ts'
import { serverIdOf } from './keys.ts'
import { idempotencyKey } from './operation.ts'
import { readToClaim, readToSettle } from './read-ahead.ts'
import type { Course, Sending } from './sending.ts'
import { deleteFiles } from './send-operation.ts'
import { settleSetback } from './settle.ts'
import { settleVerdict } from './settle-success.ts'

/** The line in which batches stand: one is on its way, and the next one is ready when it comes back. */
export type BatchTurn = Pick<Turns, 'claimed' | 'maySettle'> & {
  /** Resolves when the batch before is answered, to whether sending goes on. */
  mayGo: () => Promise<boolean>
  /** Called when the last request of this batch is over; `isRefused` when the server takes no batches like this one. */
  onAnswered: (course: Course, isRefused: boolean) => void
}

/** What became of each that was claimed, by `seq`; one that was `put-back` has not been tried. */
export type BatchSent = ReadonlyMap<number, 'left' | 'stays' | 'put-back'>

/**
 * Sends many operations in one request, with the promises of `sendOperation` for each: claimed by compare-and-set, frozen
 * with its key, and settled by its own answer; without one it may have arrived (fault C23).
 */
export async function sendBatch(sending: Sending, members: readonly Waiting[], turn: BatchTurn): Promise<BatchSent> {
  const sent = new Map<number, 'left' | 'stays' | 'put-back'>()
  const idsByKey = new Map<string, number>()
  let rest = await claimAll(sending, members).finally(turn.claimed)
  let goesOn = await turn.mayGo()
  while (goesOn && rest.length > 0) {
    const part = nextPart(sending, rest, idsByKey)
    rest = rest.slice(part.length)
    const { outcomes, course, isRefused } = await exchangePart(sending, part, idsByKey)
    goesOn = course === 'go-on' && !isRefused
    if (!goesOn || rest.length === 0) turn.onAnswered(course, isRefused)
    await turn.maySettle()
    await settleAll(sending, outcomes, sent)
  }
  const untried = rest.map((claimed): Outcome => ({ claimed, verdict: { kind: 'put-back' } }))
  await settleAll(sending, untried, sent)
  return sent
}

export type SendBatch = typeof sendBatch

/** All in one transaction, see `writingTogether`; each stands for itself. */
async function claimAll(sending: Sending, members: readonly Waiting[]): Promise<Claimed[]> {
  const { replica } = sending.ports
  const keys = new Map<string, string>()
  const company: Company = { keyOfCreate: (entity, key) => keys.get(`${entity} ${key}`) ?? null }
  const [, ...claims] = await Promise.all([
    replica.transact('write', (store) => readToClaim(store, members)),
    ...members.map(({ seq }) =>
      replica.transact('write', async (store) => {
        const claimed = await claim(store, sending, seq, null, company)
        if (claimed.kind !== 'claimed') return claimed
        const { operation } = claimed.ready
        if (operation.kind === 'create') keys.set(`${operation.entity} ${operation.key}`, idempotencyKey(operation))
        return claimed
      }),
    ),
  ])
  const blobKeys = claims.flatMap((claimed) => (claimed.kind === 'nothing-to-send' ? claimed.blobKeys : []))
  await deleteFiles(sending, blobKeys)
  return claims.flatMap((claimed) => (claimed.kind === 'claimed' ? [claimed] : []))
}

async function settleAll(
  sending: Sending,
  outcomes: readonly Outcome[],
  sent: Map<number, 'left' | 'stays' | 'put-back'>,
): Promise<void> {
  if (outcomes.length === 0) return
  const { replica } = sending.ports
  const answered = outcomes.map(({ claimed, verdict }) => {
    const { entity, key, kind } = claimed.ready.operation
    return { entity, key, kind, id: verdict.kind === 'success' ? serverIdOf(verdict.record?.['id']) : null }
  })
  await Promise.all([
    replica.transact('write', (store) => readToSettle(store, answered)),
    ...outcomes.map(async ({ claimed, verdict }) => {
      const { operation } = claimed.ready
      if (verdict.kind === 'put-back') {
        await replica.transact('write', (store) => settleSetback(store, sending, operation, claimed.before, verdict))
        sent.set(operation.seq, 'put-back')
      } else {
        const { hasLeft } = await settleVerdict(sending, operation, claimed.before, verdict)
        sent.set(operation.seq, hasLeft ? 'left' : 'stays')
      }
    }),
  ])
}
