import { mostInBatch } from '#core/contract/sync-batch.ts'
import { markBlocked } from './blocked.ts'
import { type Waiting, createLine, goesInBatches, toWaiting } from './chains.ts'
import { everyOperation } from '#core/sync/records/every-operation.ts'
import type { BatchSent, sendBatch } from './send-batch.ts'
import { sendOperation } from './send-operation.ts'
import type { Course, Sending } from './sending.ts'
import { isConnectionProved } from './server-verdict.ts'

/** What a page fetches only when there is something for it. */
export type BatchPart = {
  /** Sends many operations in one request. */
  loadBatches: () => Promise<{ sendBatch: typeof sendBatch }>
}

export type Push = {
  /** Why it ended; `drained` when nothing more could be sent now. */
  end: 'drained' | 'offline' | Exclude<Course, 'go-on' | 'doubt'>
  /** When the next operation is due that only time holds back. */
  nextAttemptAt: number | null
}

/**
 * Sends what can be sent: chains side by side, six requests at once (fault C10), or many records in one request where the
 * server takes batches, one batch after the other.
 */
export async function push(sending: Sending, parts: BatchPart): Promise<Push> {
  const { replica, clock } = sending.ports
  const line = createLine(sending.isHeld)
  const running = new Set<Promise<void>>()
  let lastSeq = 0
  let end: Push['end'] | null = null
  let isInDoubt = false
  let takesBatches = sending.abilities.batches
  let isBatchOpen = false
  /** When the line was last asked for the next operation. What became due since then has not been tried. */
  let lookedAt = clock.now()

  async function addNewOnes(): Promise<number> {
    const added = await replica.transact('read', async (store) => {
      const waiting: Waiting[] = []
      for await (const operation of everyOperation(store, lastSeq))
        waiting.push(toWaiting(operation, sending.abilities))
      return waiting
    })
    for (const waiting of added) line.add(waiting)
    lastSeq = added.at(-1)?.seq ?? lastSeq
    return added.length
  }

  function note(course: Course): void {
    if (course === 'doubt') isInDoubt = true
    else if (course !== 'go-on') end ??= course
  }

  function mayStart(): boolean {
    if (sending.stop.aborted) end ??= 'stopped'
    return end === null && !isInDoubt
  }

  /** Starts all that may be sent now. */
  function start(): void {
    while (mayStart()) {
      lookedAt = clock.now()
      const members = takesBatches && !isBatchOpen ? line.nextBatch(lookedAt, mostInBatch) : []
      // While a batch is on its way, the others of its kind wait for the next one.
      const next = members.length > 1 ? null : line.next(lookedAt, (one) => !isBatchOpen || !goesInBatches(one))
      if (next !== null) begin([next], sendAlone)
      else if (members.length > 1) begin(members, sendTogether)
      else return
    }
  }

  function begin(members: readonly Waiting[], send: (members: readonly Waiting[]) => Promise<void>): void {
    line.start(members)
    sending.onAttempt()
    const work = send(members)
      .catch((error: unknown) => {
        // It ends the run for all: the lock goes with it, so nothing may start any more.
        end ??= 'stopped'
        throw error
      })
      .finally(() => running.delete(work))
    // What fails after another has ended the run is told by that one.
    work.catch(() => {})
    running.add(work)
  }

  async function sendAlone(members: readonly Waiting[]): Promise<void> {
    for (const { seq } of members) note(await sendOperation(sending, seq))
    await finish(members)
  }

  async function sendTogether(members: readonly Waiting[]): Promise<void> {
    isBatchOpen = true
    const loaded = await parts.loadBatches().catch(() => null)
    // Without a network, or from a version that is gone, they cannot be loaded: one by one goes as well.
    const sent = loaded === null ? refusedBatch : await loaded.sendBatch(sending, members)
    isBatchOpen = false
    note(sent.course)
    if (sent.untried === 'all') takesBatches = false
    await finish(members, sent.untried !== 'none')
  }

  /**
   * Puts them back as they are stored now. One that could not be taken, and says no time, comes again with the next run; after a
   * refused batch it goes at once.
   */
  async function finish(members: readonly Waiting[], isAtOnce = false): Promise<void> {
    const found = await replica.transact('read', (store) => Promise.all(members.map(({ seq }) => store.operation(seq))))
    for (const [index, before] of members.entries()) {
      const operation = found[index]
      const after = operation === undefined ? null : toWaiting(operation, sending.abilities)
      const tried = (waiting: Waiting) => [waiting.state, waiting.nextAt, waiting.revision, waiting.attempts].join()
      const isSame = after !== null && !isAtOnce && tried(after) === tried(before)
      line.finish(before, isSame ? { ...after, nextAt: clock.now() + 1_000 } : after)
    }
  }

  await addNewOnes()
  for (;;) {
    if (end === null && isInDoubt && !sending.stop.aborted) {
      // Nothing starts meanwhile: the doubt ends only once the connection is proved.
      const isProved = await isConnectionProved(sending)
      isInDoubt = false
      if (!isProved) end ??= 'offline'
    }
    start()
    if (running.size > 0) await Promise.race(running)
    else if (end !== null || (await addNewOnes()) === 0) break
    else {
      lookedAt = clock.now()
      if (line.next(lookedAt) === null) break
    }
  }
  await Promise.all(running)
  await replica.transact('refresh', (store) => markBlocked(store, sending.abilities))
  return { end: end ?? 'drained', nextAttemptAt: line.nextDueAt(lookedAt) }
}

const refusedBatch: BatchSent = { course: 'go-on', untried: 'all' }
