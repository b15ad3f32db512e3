import { mostInBatch } from '#core/contract/sync-batch.ts'
import { SendQueue, type QueueEntry, goesInBatches, toQueueEntry, isStuck } from './record-queue.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { BatchSent, sendBatch } from './send-batch.ts'
import { sendOperation } from './send-operation.ts'
import type { SendResult, SendingContext } from './sending-context.ts'
import { isConnectionProved } from './server-kind.ts'
import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { canBeUndone } from '#core/sync/writing/undo-delete.ts'
import type { ServerCapabilities } from '#core/sync/requests/server-capabilities.ts'

export type BatchLoader = {
  loadBatches: () => Promise<{ sendBatch: typeof sendBatch }>
}

export type Push = {
  end: 'drained' | 'offline' | Exclude<SendResult, 'go-on' | 'connection-uncertain'>
  /** When the next operation is due that waits only for its time. */
  nextAttemptAt: number | null
}

/** This device prepares the next batch while the server works on one, which saves a fifth of the time for a day's work. */
const mostBatchesOpen = 2

/**
 * Sends everything in the outbox that can be sent now, and returns why it ended.
 *
 * - Operations of one record are sent one after another, those of different records concurrently: six requests at once
 *   (fault C10), or two batches if the server accepts batches.
 * - After each result the operation is read again: it has left the outbox, is due later, or waits for the agent.
 * - After `connection-uncertain` nothing new is sent until the server has answered as itself; otherwise the push ends as `offline`.
 * - If the server pauses, was restored, or has no session of this agent, nothing new is sent, and open requests are awaited.
 * - At the end, operations behind one that waits for the agent are marked `blocked`.
 *
 * Example: the outbox has *create client A*, *create a showing for A* and *change client B*. The first and the third are sent at
 * once; the showing follows when the server has returned A's id, or in a batch with A.
 */
export function push(sending: SendingContext, parts: BatchLoader): Promise<Push> {
  return new Run(sending, parts).toItsEnd()
}

class Run {
  readonly #sending: SendingContext
  readonly #parts: BatchLoader
  readonly #queue: SendQueue
  readonly #running = new Set<Promise<void>>()
  #lastSeq = 0
  #end: Push['end'] | null = null
  #isConnectionUncertain = false
  #takesBatches: boolean
  #openBatches = 0
  /** When the queue was last read. Operations that became due since then were not tried. */
  #lookedAt: number

  constructor(sending: SendingContext, parts: BatchLoader) {
    this.#sending = sending
    this.#parts = parts
    this.#queue = new SendQueue(sending.holds)
    this.#takesBatches = sending.capabilities.batches
    this.#lookedAt = sending.ports.clock.now()
  }

  async toItsEnd(): Promise<Push> {
    const { replica } = this.#sending.ports
    await this.#addNewOnes()
    do {
      if (this.#isConnectionUncertain) await this.#proveConnection()
      this.#start()
    } while (await this.#goesOn())
    await Promise.all(this.#running)
    await replica.transact('refresh', (tx) => markBlocked(tx, this.#sending.capabilities))
    return { end: this.#end ?? 'drained', nextAttemptAt: this.#queue.nextDueAt(this.#lookedAt) }
  }

  async #goesOn(): Promise<boolean> {
    if (this.#running.size > 0) {
      await Promise.race(this.#running)
      return true
    }
    if (this.#end !== null || (await this.#addNewOnes()) === 0) return false
    this.#lookedAt = this.#sending.ports.clock.now()
    return this.#queue.next(this.#lookedAt) !== null
  }

  async #addNewOnes(): Promise<number> {
    const { ports, capabilities } = this.#sending
    const added = await ports.replica.transact('read', async (tx) => {
      const entries: QueueEntry[] = []
      for await (const operation of everyOperation(tx, this.#lastSeq)) {
        entries.push(toQueueEntry(operation, capabilities))
      }
      return entries
    })
    for (const entry of added) this.#queue.add(entry)
    this.#lastSeq = added.at(-1)?.seq ?? this.#lastSeq
    return added.length
  }

  /** Nothing new starts until the connection is proved; open requests continue. */
  async #proveConnection(): Promise<void> {
    if (this.#end !== null || this.#sending.stop.aborted) return
    const isProved = await isConnectionProved(this.#sending)
    this.#isConnectionUncertain = false
    if (!isProved) this.#end ??= 'offline'
  }

  #note(result: SendResult): void {
    if (result === 'connection-uncertain') this.#isConnectionUncertain = true
    else if (result !== 'go-on') this.#end ??= result
  }

  #mayStart(): boolean {
    if (this.#sending.stop.aborted) this.#end ??= 'stopped'
    return this.#end === null && !this.#isConnectionUncertain
  }

  #start(): void {
    while (this.#mayStart()) {
      const now = (this.#lookedAt = this.#sending.ports.clock.now())
      const members =
        this.#takesBatches && this.#openBatches < mostBatchesOpen ? this.#queue.nextBatch(now, mostInBatch) : []
      if (members.length > 1) {
        this.#begin(members, () => this.#sendTogether(members))
        continue
      }
      // While a batch is open, operations that fit into a batch wait for the next one; others are sent alone.
      const next = this.#queue.next(now, (one) => this.#openBatches === 0 || !goesInBatches(one))
      if (next === null) return
      this.#begin([next], () => this.#sendAlone(next))
    }
  }

  #begin(members: readonly QueueEntry[], send: () => Promise<void>): void {
    this.#queue.start(members)
    this.#sending.onAttempt()
    const work = send()
      .catch((error: unknown) => {
        // The run ends and its lock is released, so nothing more may start.
        this.#end ??= 'stopped'
        throw error
      })
      .finally(() => this.#running.delete(work))
    // The request that ended the run reports the failure.
    work.catch(() => {})
    this.#running.add(work)
  }

  async #sendAlone(entry: QueueEntry): Promise<void> {
    this.#note(await sendOperation(this.#sending, entry.seq))
    await this.#finish([entry])
  }

  async #sendTogether(members: readonly QueueEntry[]): Promise<void> {
    this.#openBatches += 1
    const loaded = await this.#parts.loadBatches().catch(() => null)
    // Offline, or after a deployment removed this version's files, the batch code cannot be loaded. Single requests work too.
    const sent = loaded === null ? refusedBatch : await loaded.sendBatch(this.#sending, members)
    this.#openBatches -= 1
    this.#note(sent.result)
    if (sent.untried === 'all') this.#takesBatches = false
    await this.#finish(members, sent.untried !== 'none')
  }

  /**
   * Returns operations to the queue as they are stored now. An unchanged one could not be claimed and is tried again after a second; after
   * a refused batch, at once.
   */
  async #finish(members: readonly QueueEntry[], isAtOnce = false): Promise<void> {
    const { ports, capabilities } = this.#sending
    const found = await ports.replica.transact('read', (tx) => Promise.all(members.map(({ seq }) => tx.operation(seq))))
    for (const [index, before] of members.entries()) {
      const operation = found[index]
      const after = operation === undefined ? null : toQueueEntry(operation, capabilities)
      const isSame = after !== null && !isAtOnce && triedAs(after) === triedAs(before)
      this.#queue.finish(before, isSame ? { ...after, nextAt: ports.clock.now() + 1_000 } : after)
    }
  }
}

function triedAs({ state, nextAt, revision, attempts }: QueueEntry): string {
  return [state, nextAt, revision, attempts].join()
}

const refusedBatch: BatchSent = { result: 'go-on', untried: 'all' }

/** *Sync now* ignores planned times (faults C6, C26). A create that a server without keys may have waits all the same (`settleUnknownCreate`). */
export async function resetBackoff(replica: Replica, now: number): Promise<void> {
  await replica.transact('write', async (tx) => {
    const planned = [...(await tx.operationsInState('waiting')), ...(await tx.operationsInState('unknown'))]
    for (const operation of planned) {
      // A deletion that can still be undone keeps its time: only `endUndo` sends it early.
      if (operation.nextAt > now && !canBeUndone(operation, now)) await tx.putOperation({ ...operation, nextAt: 0 })
    }
  })
}

/** Returns the operations that wait for the agent to decide about another one (faults E6, E9). `line` is sorted by `seq`. */
export function blockedSeqs(line: QueueEntry[]): Set<number> {
  const missingRecords = new Set<string>()
  // References may point to later operations, so this repeats until nothing changes.
  for (;;) {
    const missingBefore = missingRecords.size
    const closedQueues = new Set<string>()
    const blocked = new Set<number>()
    for (const entry of line) {
      const isBlocked =
        !entry.isReadable ||
        closedQueues.has(entry.queueName) ||
        entry.refersTo.some((name) => missingRecords.has(name))
      if (!isBlocked && !isStuck(entry)) continue
      if (!isStuck(entry)) blocked.add(entry.seq)
      closedQueues.add(entry.queueName)
      if (entry.kind === 'create') missingRecords.add(`${entry.entity} ${entry.key}`)
    }
    if (missingRecords.size === missingBefore) return blocked
  }
}

/** Stores which operations are blocked, for the screens. `SendQueue` does not read this state. */
async function markBlocked(tx: ReplicaTransaction, capabilities: ServerCapabilities): Promise<void> {
  const line: QueueEntry[] = []
  for await (const operation of everyOperation(tx)) line.push(toQueueEntry(operation, capabilities))
  const blocked = blockedSeqs(line)
  for (const { seq, state } of line) {
    const shouldBe = blocked.has(seq)
    if (shouldBe === (state === 'blocked') || (shouldBe && state !== 'queued' && state !== 'waiting')) continue
    const operation = await tx.operation(seq)
    if (operation !== undefined) await tx.putOperation({ ...operation, state: shouldBe ? 'blocked' : 'queued' })
  }
}
