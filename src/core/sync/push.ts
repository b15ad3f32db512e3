import { mostInBatch } from '#core/contract/sync-batch.ts'
import { askAnew } from './ask-anew.ts'
import { batchTurns } from './batch-turns.ts'
import { markBlocked } from './blocked.ts'
import { type Waiting, createLine, goesInBatches, toWaiting } from './chains.ts'
import { operationPages } from './operation-pages.ts'
import type { Operation } from './operation.ts'
import type { SendBatch } from './send-batch.ts'
import { sendOperation } from './send-operation.ts'
import type { Course, Sending } from './sending.ts'
import { isConnectionProved } from './server-verdict.ts'

export type Push = {
  /** Why it ended; `drained` when nothing more could be sent now. */
  end: 'drained' | 'offline' | Exclude<Course, 'go-on' | 'doubt'>
  attempts: number
  /** When the next operation is due that only time holds back. */
  nextAttemptAt: number | null
}

/** One on its way, and one that is claimed meanwhile. */
const mostBatches = 2

/**
 * Sends what can be sent: chains side by side, six requests at once (fault C10), or many records in one request where the
 * server takes batches. What is claimed next shares its transaction with what was answered last.
 */
export async function push(sending: Sending): Promise<Push> {
  const { replica, clock } = sending.ports
  const line = createLine(sending.isHeld)
  const running = new Set<Promise<void>>()
  let lastSeq = 0
  let attempts = 0
  let end: Push['end'] | null = null
  let isInDoubt = false
  let takesBatches = sending.abilities.batches
  let sendBatch: SendBatch | null = null
  let batches = 0
  /** A batch is claimed once the one before it is, so that the server has something to do in the meantime. */
  let isClaiming = false
  const nextTurns = batchTurns()
  /** When the line was last asked who may go. Who is due since then has not been tried, however long the end takes. */
  let lookedAt = clock.now()

  async function addNewOnes(): Promise<number> {
    const added = await replica.transact('read', async (store) => {
      const waiting: Waiting[] = []
      for await (const page of operationPages(store, lastSeq)) {
        waiting.push(...page.map((operation) => toWaiting(operation, sending.abilities)))
      }
      return waiting
    })
    const asking = added.filter(({ state }) => state === 'conflict')
    const anew = await askAnew(
      replica,
      asking.map(({ seq }) => seq),
    )
    for (const waiting of added) {
      const operation = anew.get(waiting.seq)
      line.add(operation === undefined ? waiting : toWaiting(operation, sending.abilities))
    }
    lastSeq = added.at(-1)?.seq ?? lastSeq
    if (takesBatches && sendBatch === null && line.nextBatch(clock.now(), 2).length > 1) await loadBatches()
    return added.length
  }

  async function loadBatches(): Promise<void> {
    try {
      ;({ sendBatch } = await sending.ports.loadBatches())
    } catch {
      // Without a network, or from a version that is gone: one by one goes as well.
      takesBatches = false
    }
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
      if (sendBatch !== null && takesBatches && batches < mostBatches && !isClaiming) {
        const members = line.nextBatch(lookedAt, mostInBatch)
        if (members.length > 1) {
          for (const member of members) line.start(member, 'in-batch')
          begin(runBatch(sendBatch, members), members.length)
          continue
        }
      }
      // While batches are on their way, the others of their kind wait for the next one.
      const mayGoAlone = batches < mostBatches && !isClaiming
      // Of two batches one waits until the other is answered.
      const open = Math.min(batches, 1)
      const next = line.next(lookedAt, (waiting) => mayGoAlone || !goesInBatches(waiting), open)
      if (next === null) return
      line.start(next)
      begin(run(next), 1)
    }
  }

  function begin(work: Promise<void>, operations: number): void {
    attempts += operations
    sending.onAttempt()
    const run_ = ended(work).finally(() => running.delete(run_))
    // What fails after another has ended the run is told by that one.
    run_.catch(() => {})
    running.add(run_)
  }

  /** Whoever fails ends the run for all: the lock goes with it, so nothing may start any more. */
  async function ended(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      end ??= 'stopped'
      throw error
    }
  }

  async function run(waiting: Waiting): Promise<void> {
    const sent = await sendOperation(sending, waiting.seq, (course) => {
      note(course)
      line.answered(waiting)
      start()
    })
    note(sent.course)
    if (sent.hasLeft) line.finish(waiting, null)
    else finishAsStored(waiting, await stored([waiting]))
  }

  async function runBatch(send: SendBatch, members: readonly Waiting[]): Promise<void> {
    batches += 1
    isClaiming = true
    const turns = nextTurns()
    let isAnswered = false
    const onAnswered = (course: Course, isRefused: boolean) => {
      if (isAnswered) return
      isAnswered = true
      note(course)
      if (isRefused) takesBatches = false
      batches -= 1
      turns.answered()
      start()
    }
    const mayGo = async () => {
      isClaiming = false
      start()
      await turns.mayGo()
      return mayStart() && takesBatches
    }
    try {
      const sent = await send(sending, members, { ...turns, mayGo, onAnswered })
      const left = members.filter(({ seq }) => sent.get(seq) === 'left')
      for (const waiting of left) line.finish(waiting, null)
      const rest = members.filter(({ seq }) => sent.get(seq) !== 'left')
      const now = rest.length === 0 ? new Map() : await stored(rest)
      for (const waiting of rest) finishAsStored(waiting, now, sent.get(waiting.seq) === 'put-back')
      onAnswered('go-on', false)
      start()
    } catch (error) {
      // Before the next batch is told that it may go.
      end ??= 'stopped'
      throw error
    } finally {
      turns.end()
    }
  }

  async function stored(some: readonly Waiting[]): Promise<Map<number, Operation>> {
    return replica.transact('read', async (store) => {
      const found = await Promise.all(some.map(({ seq }) => store.operation(seq)))
      return new Map(found.flatMap((operation) => (operation === undefined ? [] : [[operation.seq, operation]])))
    })
  }

  /** One that could not be taken, and says no time, comes again with the next run. */
  function finishAsStored(before: Waiting, found: ReadonlyMap<number, Operation>, isAtOnce = false): void {
    const operation = found.get(before.seq)
    if (operation === undefined) return line.finish(before, null)
    const after = toWaiting(operation, sending.abilities)
    const tried = (waiting: Waiting) => [waiting.state, waiting.nextAt, waiting.revision, waiting.attempts].join()
    const isSame = !isAtOnce && tried(after) === tried(before)
    line.finish(before, isSame ? { ...after, nextAt: clock.now() + 1_000 } : after)
  }

  await addNewOnes()
  for (;;) {
    if (end === null && isInDoubt && !sending.stop.aborted) {
      // Nobody starts meanwhile: the doubt is taken back only once the connection is proved.
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
  return { end: end ?? 'drained', attempts, nextAttemptAt: line.nextDueAt(lookedAt) }
}
