import type { ServerCapabilities } from '#core/sync/requests/server-capabilities.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { isEmbeddedReference } from '#core/sync/records/references.ts'
import { writtenRecord } from './rest-calls.ts'
import { type HoldPolicy, noHolds, holdQuestionOf } from './hold-policy.ts'
import type { LocalKey, Operation, OperationState } from '#core/sync/operation.ts'
import { isDue } from '#core/sync/requests/retry.ts'
import { isOfNewerFormat } from '#core/sync/writing/upgrade-operation.ts'

/** The few fields that decide an operation's place. Payloads stay in the store (fault A20). */
export type QueueEntry = Pick<
  Operation,
  'seq' | 'entity' | 'key' | 'kind' | 'state' | 'nextAt' | 'revision' | 'attempts'
> & {
  /** Its record queue. Without photo records, a photo is in the queue of its listing. */
  chain: string
  refersTo: string[]
  /** Those in lists, which take only ids. */
  mentions: string[]
  lane: 'records' | 'photos'
  hasFiles: boolean
  isOnlyForOurServer: boolean
  isReadable: boolean
}

export function toQueueEntry(operation: Operation, abilities: ServerCapabilities): QueueEntry {
  const { key, kind, state, nextAt, revision, attempts } = operation
  const written = writtenRecord(operation, abilities)
  const references = Object.entries(operation.references).map(([field, referred]) => ({
    field,
    name: chainName(referred.entity, referred.key),
  }))
  return {
    ...holdQuestionOf(operation),
    chain: chainName(written.entity, written.key),
    key,
    kind,
    state,
    nextAt,
    revision,
    attempts,
    refersTo: references.map(({ name }) => name),
    mentions: references.filter(({ field }) => isEmbeddedReference(field)).map(({ name }) => name),
    isReadable: !isOfNewerFormat(operation),
  }
}

function chainName(entity: EntityName, key: LocalKey): string {
  return `${entity} ${key}`
}

/** Waits for the agent, with everything behind it. */
export function isStuck(operation: { state: OperationState }): boolean {
  return operation.state === 'attention' || operation.state === 'conflict'
}

const mostInFlight = 6
/** Photos never take all places from records (fault C12). */
const mostPhotosInFlight = 2

/**
 * Decides what may be sent next: the first operation of each record queue whose references are on the server; a delete only when no older
 * operation refers to its record. Six requests at once, records before photos.
 */
export class SendQueue {
  readonly #holds: HoldPolicy
  readonly #chains = new Map<string, QueueEntry[]>()
  readonly #referring = new Map<string, Map<number, QueueEntry>>()
  /** Being sent or stored. Nothing else of their record queues is sent. */
  readonly #busy = new Set<number>()
  readonly #inFlight = new Map<number, QueueEntry>()

  constructor(holds: HoldPolicy = noHolds) {
    this.#holds = holds
  }

  add(waiting: QueueEntry): void {
    const chain = this.#chains.get(waiting.chain) ?? []
    const place = this.#placeIn(chain, waiting)
    this.#chains.set(waiting.chain, [...chain.slice(0, place), waiting, ...chain.slice(place)])
    for (const name of waiting.refersTo) {
      const those = this.#referring.get(name) ?? new Map<number, QueueEntry>()
      this.#referring.set(name, those.set(waiting.seq, waiting))
    }
  }

  next(now: number, mayTake: (waiting: QueueEntry) => boolean = () => true): QueueEntry | null {
    if (this.#inFlight.size >= mostInFlight) return null
    const photosInFlight = [...this.#inFlight.values()].filter(({ lane }) => lane === 'photos').length
    let best: QueueEntry | null = null
    for (const chain of this.#chains.values()) {
      const first = this.#foremost(chain)
      if (first === undefined || (best !== null && !comesBefore(first, best))) continue
      if (!mayTake(first) || !this.#isReady(first, now)) continue
      if (first.lane === 'photos' && photosInFlight >= mostPhotosInFlight) continue
      best = first
    }
    return best
  }

  /** Returns the first operations of many record queues, with those that refer to records created in the same batch. */
  nextBatch(now: number, most: number): QueueEntry[] {
    const members: QueueEntry[] = []
    if (this.#inFlight.size >= mostInFlight) return members
    const made = new Set<string>()
    const firsts = [...this.#chains.values()].flatMap((chain) => {
      const first = this.#foremost(chain)
      return first !== undefined && goesInBatches(first) ? [first] : []
    })
    for (const first of firsts.sort(inOrder)) {
      if (members.length === most) break
      if (!this.#isReady(first, now, made)) continue
      members.push(first)
      if (first.kind === 'create') made.add(first.chain)
    }
    return members
  }

  start(members: readonly QueueEntry[]): void {
    for (const member of members.slice(0, 1)) this.#inFlight.set(member.seq, member)
    for (const { seq } of members) this.#busy.add(seq)
  }

  /** Returns an operation to the queue as it is stored now, or removes one that left the outbox. */
  finish(waiting: QueueEntry, now: QueueEntry | null): void {
    this.#busy.delete(waiting.seq)
    this.#inFlight.delete(waiting.seq)
    const chain = this.#chains.get(waiting.chain) ?? []
    const rest = chain.flatMap((other) => (other.seq === waiting.seq ? (now === null ? [] : [now]) : [other]))
    if (rest.length === 0) this.#chains.delete(waiting.chain)
    else this.#chains.set(waiting.chain, rest)
    for (const name of waiting.refersTo) {
      if (now === null) this.#referring.get(name)?.delete(waiting.seq)
      else this.#referring.get(name)?.set(waiting.seq, now)
    }
  }

  /** When the next operation is due that waits only for its time; null if none does. */
  nextDueAt(now: number): number | null {
    const waits = [...this.#chains.values()].flatMap((chain) => {
      const first = this.#foremost(chain)
      const isOnlyEarly = first !== undefined && first.nextAt > now && this.#isReady({ ...first, nextAt: now }, now)
      return isOnlyEarly ? [first.nextAt] : []
    })
    return waits.length === 0 ? null : Math.min(...waits)
  }

  /** Records pass photos that are held, which on a plain server are in the queue of their listing. */
  #foremost(chain: readonly QueueEntry[]): QueueEntry | undefined {
    const [first] = chain
    if (first === undefined || this.#busy.has(first.seq) || this.#holds(first) === null) return first
    return chain.find((other) => other.lane === 'records' && this.#holds(other) === null)
  }

  /** At the end; but the create of a restored listing goes before its photos, which may be older. */
  #placeIn(chain: QueueEntry[], waiting: QueueEntry): number {
    const isOwn = ({ entity, key }: QueueEntry) => chainName(entity, key) === waiting.chain
    if (waiting.kind !== 'create' || !isOwn(waiting)) return chain.length
    return chain.findLastIndex((other) => isOwn(other) || this.#busy.has(other.seq)) + 1
  }

  #isReady(first: QueueEntry, now: number, made: ReadonlySet<string> = nothing): boolean {
    if (this.#busy.has(first.seq) || isStuck(first) || !first.isReadable || !isDue(first.nextAt, now)) return false
    const waitsForCreate = first.refersTo.some(
      (name) => name !== first.chain && (!made.has(name) || first.mentions.includes(name)) && this.#isMadeIn(name),
    )
    return !waitsForCreate && !this.#isStillReferredTo(first)
  }

  /** Only the record's own create counts: on a plain server, its queue also has photos. */
  #isMadeIn(name: string): boolean {
    const chain = this.#chains.get(name) ?? []
    return chain.some(({ kind, entity, key }) => kind === 'create' && chainName(entity, key) === name)
  }

  #isStillReferredTo(first: QueueEntry): boolean {
    if (first.kind !== 'delete') return false
    const name = chainName(first.entity, first.key)
    const older = [...(this.#referring.get(name)?.values() ?? [])]
    return older.some((other) => other.seq < first.seq && !isStuck(other) && this.#holds(other) !== 'no-place')
  }
}

const nothing: ReadonlySet<string> = new Set()

/**
 * Photos go alone, and so does an operation that had no answer twice: it may make the server fail, and must not take others along (fault
 * C26).
 */
export function goesInBatches({ lane, hasFiles, attempts }: QueueEntry): boolean {
  return lane === 'records' && !hasFiles && attempts < 2
}

function inOrder(one: QueueEntry, other: QueueEntry): number {
  return one.seq - other.seq
}

function comesBefore(one: QueueEntry, other: QueueEntry): boolean {
  if (one.lane !== other.lane) return one.lane === 'records'
  return one.seq < other.seq
}
