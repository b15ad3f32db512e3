import type { ServerCapabilities } from './sending-context.ts'
import { type EntityName, isInFeed } from '#core/kinds/all-kinds.ts'
import { isEmbeddedReference } from '#core/sync/records/references.ts'
import { writtenRecord } from './rest-calls.ts'
import { type HoldPolicy, noHolds, holdInputOf } from './hold-policy.ts'
import type { LocalKey, Operation, OperationState } from '#core/sync/operation.ts'
import { isDue } from '#core/sync/requests/retry.ts'
import { isOfNewerFormat } from '#core/sync/writing/upgrade-operation.ts'

/** The fields of an operation that decide when it is sent. The others are not held in memory, because the outbox may be long (fault A20). */
export type QueueEntry = Pick<
  Operation,
  'seq' | 'entity' | 'key' | 'kind' | 'state' | 'nextAt' | 'revision' | 'attempts'
> & {
  /** Names the record queue. If the server has no photo records, a photo is part of its listing's queue. */
  queueName: string
  /** Names of the record queues of the records to which the operation refers. */
  refersTo: string[]
  /** Those of `refersTo` that are embedded references: they need server ids, not a batch's placeholders for the records that it creates. */
  embedded: string[]
  lane: 'records' | 'photos'
  hasFiles: boolean
  /** True if a plain server has no call for the operation, or would misunderstand it. */
  isOnlyForOurServer: boolean
  /** False if a newer version of the app saved the operation; this version does not send it (fault J3). */
  isReadable: boolean
}

export function toQueueEntry(operation: Operation, capabilities: ServerCapabilities): QueueEntry {
  const { key, kind, state, nextAt, revision, attempts } = operation
  const written = writtenRecord(operation, capabilities)
  const references = Object.entries(operation.references).map(([field, referred]) => ({
    field,
    name: queueNameOf(referred.entity, referred.key),
  }))
  return {
    ...holdInputOf(operation),
    queueName: queueNameOf(written.entity, written.key),
    key,
    kind,
    state,
    nextAt,
    revision,
    attempts,
    refersTo: references.map(({ name }) => name),
    embedded: references.filter(({ field }) => isEmbeddedReference(field)).map(({ name }) => name),
    isReadable: !isOfNewerFormat(operation),
  }
}

function queueNameOf(entity: EntityName, key: LocalKey): string {
  return `${entity} ${key}`
}

/** True if only the agent can resolve the operation; later operations of its record queue wait too. */
export function waitsForAgent(operation: { state: OperationState }): boolean {
  return operation.state === 'attention' || operation.state === 'conflict'
}

const maxInFlight = 6
/** Fewer than `maxInFlight`, so that photos always leave requests for records (fault C12). */
const maxPhotosInFlight = 2

/**
 * Decides which operation may be sent next: only the first one of a record queue, once the records that it refers to are on the server,
 * and a delete only when no older operation refers to its record. Up to six requests run at once: records, then those of write-only kinds,
 * of which there may be thousands, then photos.
 */
export class SendQueue {
  readonly #holds: HoldPolicy
  readonly #queues = new Map<string, QueueEntry[]>()
  /** By name of a record queue: the operations that refer to its record, by `seq`. */
  readonly #referring = new Map<string, Map<number, QueueEntry>>()
  /** The `seq`s of operations that are being sent, or whose answer is being stored. The rest of their record queues waits. */
  readonly #busy = new Set<number>()
  /** The first operation of each open request, by `seq`. */
  readonly #inFlight = new Map<number, QueueEntry>()

  constructor(holds: HoldPolicy = noHolds) {
    this.#holds = holds
  }

  add(entry: QueueEntry): void {
    const queue = this.#queues.get(entry.queueName) ?? []
    const place = this.#placeIn(queue, entry)
    this.#queues.set(entry.queueName, [...queue.slice(0, place), entry, ...queue.slice(place)])
    for (const name of entry.refersTo) {
      const those = this.#referring.get(name) ?? new Map<number, QueueEntry>()
      this.#referring.set(name, those.set(entry.seq, entry))
    }
  }

  next(now: number, mayTake: (entry: QueueEntry) => boolean = () => true): QueueEntry | null {
    if (this.#inFlight.size >= maxInFlight) return null
    const photosInFlight = [...this.#inFlight.values()].filter(({ lane }) => lane === 'photos').length
    let best: QueueEntry | null = null
    for (const queue of this.#queues.values()) {
      const first = this.#foremost(queue)
      if (first === undefined || (best !== null && bySendingOrder(first, best) > 0)) continue
      if (!mayTake(first) || !this.#isReady(first, now)) continue
      if (first.lane === 'photos' && photosInFlight >= maxPhotosInFlight) continue
      best = first
    }
    return best
  }

  /** Returns the first operations of many record queues, with those that refer to records created in the same batch. */
  nextBatch(now: number, most: number): QueueEntry[] {
    const members: QueueEntry[] = []
    if (this.#inFlight.size >= maxInFlight) return members
    const createdInBatch = new Set<string>()
    const firsts = [...this.#queues.values()].flatMap((queue) => {
      const first = this.#foremost(queue)
      return first !== undefined && goesInBatches(first) ? [first] : []
    })
    for (const first of firsts.sort(bySendingOrder)) {
      if (members.length === most) break
      if (!this.#isReady(first, now, createdInBatch)) continue
      members.push(first)
      if (first.kind === 'create') createdInBatch.add(first.queueName)
    }
    return members
  }

  start(members: readonly QueueEntry[]): void {
    // Only the first member, because `#inFlight` counts requests.
    for (const member of members.slice(0, 1)) this.#inFlight.set(member.seq, member)
    for (const { seq } of members) this.#busy.add(seq)
  }

  /** Ends the sending of an operation: replaces it with its stored state `now`, or removes it if it left the outbox. */
  finish(entry: QueueEntry, now: QueueEntry | null): void {
    this.#busy.delete(entry.seq)
    this.#inFlight.delete(entry.seq)
    const queue = this.#queues.get(entry.queueName) ?? []
    const rest = queue.flatMap((other) => (other.seq === entry.seq ? (now === null ? [] : [now]) : [other]))
    if (rest.length === 0) this.#queues.delete(entry.queueName)
    else this.#queues.set(entry.queueName, rest)
    for (const name of entry.refersTo) {
      if (now === null) this.#referring.get(name)?.delete(entry.seq)
      else this.#referring.get(name)?.set(entry.seq, now)
    }
  }

  /** Returns the earliest time at which an operation that waits only for its time is due; null if there is none. */
  nextDueAt(now: number): number | null {
    const waits = [...this.#queues.values()].flatMap((queue) => {
      const first = this.#foremost(queue)
      const isOnlyEarly = first !== undefined && first.nextAt > now && this.#isReady({ ...first, nextAt: now }, now)
      return isOnlyEarly ? [first.nextAt] : []
    })
    return waits.length === 0 ? null : Math.min(...waits)
  }

  /**
   * The first operation of a queue; if it is held, the first record operation that is not. On a plain server, a photo shares the queue of
   * its listing, and a held photo must not stop the listing's changes.
   */
  #foremost(queue: readonly QueueEntry[]): QueueEntry | undefined {
    const [first] = queue
    if (first === undefined || this.#busy.has(first.seq) || this.#holds(first) === null) return first
    return queue.find((other) => other.lane === 'records' && this.#holds(other) === null)
  }

  /** The index for a new entry: the end. But if a deleted listing is created again, its create goes before its photos, which may be older. */
  #placeIn(queue: QueueEntry[], entry: QueueEntry): number {
    const isOwn = ({ entity, key }: QueueEntry) => queueNameOf(entity, key) === entry.queueName
    if (entry.kind !== 'create' || !isOwn(entry)) return queue.length
    return queue.findLastIndex((other) => isOwn(other) || this.#busy.has(other.seq)) + 1
  }

  #isReady(first: QueueEntry, now: number, createdInBatch: ReadonlySet<string> = nothing): boolean {
    if (this.#busy.has(first.seq) || waitsForAgent(first) || !first.isReadable || !isDue(first.nextAt, now))
      return false
    const waitsForCreate = first.refersTo.some(
      (name) =>
        name !== first.queueName &&
        (!createdInBatch.has(name) || first.embedded.includes(name)) &&
        this.#hasCreate(name),
    )
    return !waitsForCreate && !this.#isStillReferredTo(first)
  }

  /** Whether a record's own create waits. On a plain server, a listing's queue also has the creates of its photos, which do not count. */
  #hasCreate(name: string): boolean {
    const queue = this.#queues.get(name) ?? []
    return queue.some(({ kind, entity, key }) => kind === 'create' && queueNameOf(entity, key) === name)
  }

  #isStillReferredTo(first: QueueEntry): boolean {
    if (first.kind !== 'delete') return false
    const name = queueNameOf(first.entity, first.key)
    const older = [...(this.#referring.get(name)?.values() ?? [])]
    // `no-place`: this plain server cannot store the other operation, so it is never sent and must not delay the deletion.
    return older.some((other) => other.seq < first.seq && !waitsForAgent(other) && this.#holds(other) !== 'no-place')
  }
}

const nothing: ReadonlySet<string> = new Set()

/** False for photos, and for an operation that twice got no answer: it may make the server fail, and with it the batch (fault C26). */
export function goesInBatches({ lane, hasFiles, attempts }: QueueEntry): boolean {
  return lane === 'records' && !hasFiles && attempts < 2
}

function bySendingOrder(one: QueueEntry, other: QueueEntry): number {
  return rankOf(one) - rankOf(other) || one.seq - other.seq
}

function rankOf({ lane, entity }: QueueEntry): number {
  if (lane === 'photos') return 2
  return isInFeed(entity) ? 0 : 1
}
