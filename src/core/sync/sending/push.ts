import { maxInBatch } from '#core/contract/sync-batch.ts'
import { SendQueue, type QueueEntry, goesInBatches, toQueueEntry, waitsForAgent } from './record-queue.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { BatchSent, sendBatch } from './send-batch.ts'
import { sendOperation } from './send-operation.ts'
import type { SendResult, SendingContext, ServerCapabilities } from './sending-context.ts'
import { isServerReached } from './which-server.ts'
import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { canBeUndone } from '#core/sync/writing/undo-delete.ts'

/** Loads the code for batches, which is needed only if a server accepts batches. */
export type BatchLoader = {
  loadBatches: () => Promise<{ sendBatch: typeof sendBatch }>
}

export type PushResult = {
  /** Why the push ended; `drained`: nothing else can be sent now. */
  end: 'drained' | 'offline' | Exclude<SendResult, 'go-on' | 'connection-uncertain'>
  /** When to push again: the earliest planned time of an operation that can be sent then; null if there is none. */
  nextAttemptAt: number | null
}

/** The device prepares a batch while the server processes another, which saves a fifth of the time to send a day's work. */
const maxBatchesOpen = 2

/**
 * Sends everything in the outbox that can be sent now, and returns why it ended.
 *
 * - Operations of one record are sent one after another, those of different records concurrently: six requests at once
 *   (fault C10), or two batches if the server accepts batches.
 * - After each result the operation is read again, because it may have left the outbox, be due later, or need the agent.
 * - After `connection-uncertain` nothing new is sent until a request has proved that the server can be reached. If that request fails, the
 *   push ends as `offline`.
 * - If the server pauses, was restored, or has no session of this agent, nothing new is sent, and open requests are awaited.
 * - At the end, operations behind one that waits for the agent are marked `blocked`.
 */
export function push(sending: SendingContext, batchLoader: BatchLoader): Promise<PushResult> {
  return new PushRun(sending, batchLoader).run()
}

class PushRun {
  readonly #sending: SendingContext
  readonly #batchLoader: BatchLoader
  readonly #queue: SendQueue
  readonly #running = new Set<Promise<void>>()
  #lastSeq = 0
  #end: PushResult['end'] | null = null
  /** The first error that was thrown, in an object because any value can be thrown. */
  #thrown: { error: unknown } | null = null
  #isConnectionUncertain = false
  #takesBatches: boolean
  #openBatches = 0
  /** When `#queue` was last searched for operations that are due. Operations that became due later were not tried. */
  #searchedAt: number

  constructor(sending: SendingContext, batchLoader: BatchLoader) {
    this.#sending = sending
    this.#batchLoader = batchLoader
    this.#queue = new SendQueue(sending.holdReasonOf)
    this.#takesBatches = sending.capabilities.batches
    this.#searchedAt = sending.ports.clock.now()
  }

  async run(): Promise<PushResult> {
    const { replica } = this.#sending.ports
    await this.#addNewOperations()
    do {
      if (this.#isConnectionUncertain) await this.#proveConnection()
      this.#startRequests()
    } while (await this.#waitForWork())
    await Promise.all(this.#running)
    if (this.#thrown !== null) throw this.#thrown.error
    await replica.transact('refresh', (tx) => markBlocked(tx, this.#sending.capabilities))
    return { end: this.#end ?? 'drained', nextAttemptAt: this.#queue.nextDueAt(this.#searchedAt) }
  }

  async #waitForWork(): Promise<boolean> {
    if (this.#running.size > 0) {
      await Promise.race(this.#running)
      return true
    }
    if (this.#end !== null || (await this.#addNewOperations()) === 0) return false
    this.#searchedAt = this.#sending.ports.clock.now()
    return this.#queue.next(this.#searchedAt) !== null
  }

  async #addNewOperations(): Promise<number> {
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

  async #proveConnection(): Promise<void> {
    if (this.#end !== null || this.#sending.stop.aborted) return
    const isProved = await isServerReached(this.#sending)
    this.#isConnectionUncertain = false
    if (!isProved) this.#end ??= 'offline'
  }

  #noteResult(result: SendResult): void {
    if (result === 'connection-uncertain') this.#isConnectionUncertain = true
    else if (result !== 'go-on') this.#end ??= result
  }

  #mayStart(): boolean {
    if (this.#sending.stop.aborted) this.#end ??= 'stopped'
    return this.#end === null && !this.#isConnectionUncertain
  }

  #startRequests(): void {
    while (this.#mayStart()) {
      const now = (this.#searchedAt = this.#sending.ports.clock.now())
      const members =
        this.#takesBatches && this.#openBatches < maxBatchesOpen ? this.#queue.nextBatch(now, maxInBatch) : []
      if (members.length > 1) {
        this.#startRequest(members, () => this.#sendTogether(members))
        continue
      }
      // While a batch is open, operations that fit into a batch wait for the next one; others are sent alone.
      const next = this.#queue.next(now, (one) => this.#openBatches === 0 || !goesInBatches(one))
      if (next === null) return
      this.#startRequest([next], () => this.#sendAlone(next))
    }
  }

  #startRequest(members: readonly QueueEntry[], send: () => Promise<void>): void {
    this.#queue.start(members)
    this.#sending.onAttempt()
    const work = send()
      .catch((error: unknown) => {
        // `run` throws the error once the open requests have ended, because throwing releases the sender lock.
        this.#end ??= 'stopped'
        this.#thrown ??= { error }
      })
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  async #sendAlone(entry: QueueEntry): Promise<void> {
    this.#noteResult(await sendOperation(this.#sending, entry.seq))
    await this.#finish([entry])
  }

  async #sendTogether(members: readonly QueueEntry[]): Promise<void> {
    this.#openBatches += 1
    const loaded = await this.#batchLoader.loadBatches().catch(() => null)
    // The code cannot be loaded while offline, or after a deployment removed this version's files. Then operations are sent one by one.
    const sent = loaded === null ? batchNotSent : await loaded.sendBatch(this.#sending, members)
    this.#openBatches -= 1
    this.#noteResult(sent.result)
    if (sent.untried === 'all') this.#takesBatches = false
    await this.#finish(members, sent.untried !== 'none')
  }

  /**
   * Puts operations back into the queue as they are stored now. An operation that is unchanged could not be claimed; it is tried again
   * after a second. If its batch was full or was refused as a whole, it is tried again at once.
   */
  async #finish(members: readonly QueueEntry[], mayRetryAtOnce = false): Promise<void> {
    const { ports, capabilities } = this.#sending
    const found = await ports.replica.transact('read', (tx) => Promise.all(members.map(({ seq }) => tx.operation(seq))))
    for (const [index, before] of members.entries()) {
      const operation = found[index]
      const after = operation === undefined ? null : toQueueEntry(operation, capabilities)
      const isSame = after !== null && !mayRetryAtOnce && attemptState(after) === attemptState(before)
      this.#queue.finish(before, isSame ? { ...after, nextAt: ports.clock.now() + 1_000 } : after)
    }
  }
}

function attemptState({ state, nextAt, revision, attempts }: QueueEntry): string {
  return [state, nextAt, revision, attempts].join()
}

const batchNotSent: BatchSent = { result: 'go-on', untried: 'all' }

/** Makes waiting and unknown operations due, for *Sync now* (faults C6, C26). On plain servers, unanswered creates still wait (rule K3). */
export async function resetBackoff(replica: Replica, now: number): Promise<void> {
  await replica.transact('write', async (tx) => {
    const delayed = [...(await tx.operationsInState('waiting')), ...(await tx.operationsInState('unknown'))]
    for (const operation of delayed) {
      // A deletion that can still be undone is not sent early, except by `endUndo`.
      if (operation.nextAt > now && !canBeUndone(operation, now)) await tx.putOperation({ ...operation, nextAt: 0 })
    }
  })
}

/** Returns the `seq` of operations that depend on one that only the agent can resolve (faults E6, E9). `entries` are sorted by `seq`. */
export function blockedSeqs(entries: QueueEntry[]): Set<number> {
  const missingRecords = new Set<string>()
  // References may point to later operations, so this repeats until nothing changes.
  for (;;) {
    const missingBefore = missingRecords.size
    const closedQueues = new Set<string>()
    const blocked = new Set<number>()
    for (const entry of entries) {
      const isBlocked =
        !entry.isReadable ||
        closedQueues.has(entry.queueName) ||
        entry.refersTo.some((name) => missingRecords.has(name))
      if (!isBlocked && !waitsForAgent(entry)) continue
      if (!waitsForAgent(entry)) blocked.add(entry.seq)
      closedQueues.add(entry.queueName)
      if (entry.kind === 'create') missingRecords.add(`${entry.entity} ${entry.key}`)
    }
    if (missingRecords.size === missingBefore) return blocked
  }
}

/** Stores which operations are blocked, for the screens. `SendQueue` does not read this state. */
async function markBlocked(tx: ReplicaTransaction, capabilities: ServerCapabilities): Promise<void> {
  const entries: QueueEntry[] = []
  for await (const operation of everyOperation(tx)) entries.push(toQueueEntry(operation, capabilities))
  const blocked = blockedSeqs(entries)
  for (const { seq, state } of entries) {
    const shouldBe = blocked.has(seq)
    if (shouldBe === (state === 'blocked') || (shouldBe && state !== 'queued' && state !== 'waiting')) continue
    const operation = await tx.operation(seq)
    if (operation !== undefined) await tx.putOperation({ ...operation, state: shouldBe ? 'blocked' : 'queued' })
  }
}
