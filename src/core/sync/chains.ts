import type { Abilities } from './abilities.ts'
import { type EntityName, declarations } from './entities.ts'
import { isMainPhotoCall } from './rest-calls.ts'
import type { LocalKey, Operation, OperationKind, OperationState } from './operation.ts'
import { isDue } from './retry.ts'
import { isOfNewerFormat } from './upgrade-operation.ts'

/** The little of an operation that its place in line depends on; payloads stay in the store (fault A20). */
export type Waiting = {
  seq: number
  chain: string
  entity: EntityName
  key: LocalKey
  kind: OperationKind
  state: OperationState
  nextAt: number
  revision: number
  attempts: number
  /** Records it refers to, as chains. */
  refersTo: string[]
  lane: 'records' | 'photos'
  isReadable: boolean
}

export function toWaiting(operation: Operation, abilities: Abilities): Waiting {
  const { seq, entity, key, kind, state, nextAt, revision, attempts } = operation
  return {
    seq,
    chain: chainOf(operation, abilities),
    entity,
    key,
    kind,
    state,
    nextAt,
    revision,
    attempts,
    refersTo: Object.values(operation.references).map((reference) => chainName(reference.entity, reference.key)),
    lane: declarations[entity].lane,
    isReadable: !isOfNewerFormat(operation),
  }
}

/** One record is one chain; without photo records a photo stands in its listing's. */
export function chainOf(operation: Operation, abilities: Abilities): string {
  const listing = operation.references['listing']
  if (isMainPhotoCall(operation, abilities) && listing !== undefined) return chainName(listing.entity, listing.key)
  return chainName(operation.entity, operation.key)
}

function chainName(entity: EntityName, key: LocalKey): string {
  return `${entity} ${key}`
}

/** Waits for the agent; so does everything behind it. */
export function isStuck(operation: { state: OperationState }): boolean {
  return operation.state === 'attention' || operation.state === 'conflict'
}

const mostInFlight = 6
/** Photos never take all places from records (fault C12). */
const mostPhotosInFlight = 2

export type Line = ReturnType<typeof createLine>

/**
 * Who may be sent next: the first of each chain, when the records it refers to are on the server; a delete when nobody
 * older refers to its record any more. One at a time per chain, six at once, records before photos.
 */
export function createLine() {
  const chains = new Map<string, Waiting[]>()
  const referring = new Map<string, Map<number, Waiting>>()
  const inFlight = new Map<number, Waiting>()

  function add(waiting: Waiting): void {
    const chain = chains.get(waiting.chain) ?? []
    chains.set(waiting.chain, [...chain, waiting])
    for (const name of waiting.refersTo) {
      const those = referring.get(name) ?? new Map<number, Waiting>()
      referring.set(name, those.set(waiting.seq, waiting))
    }
  }

  function isReady(first: Waiting, now: number): boolean {
    if (inFlight.has(first.seq) || isStuck(first) || !first.isReadable || !isDue(first.nextAt, now)) return false
    const waitsForCreate = first.refersTo.some(
      (name) => name !== first.chain && chains.get(name)?.some(({ kind }) => kind === 'create'),
    )
    return !waitsForCreate && !isStillReferredTo(first)
  }

  function isStillReferredTo(first: Waiting): boolean {
    if (first.kind !== 'delete') return false
    const older = [...(referring.get(chainName(first.entity, first.key))?.values() ?? [])]
    return older.some((waiting) => waiting.seq < first.seq && !isStuck(waiting))
  }

  function next(now: number): Waiting | null {
    if (inFlight.size >= mostInFlight) return null
    const photosInFlight = [...inFlight.values()].filter(({ lane }) => lane === 'photos').length
    let best: Waiting | null = null
    for (const [first] of chains.values()) {
      if (first === undefined || !isReady(first, now)) continue
      if (first.lane === 'photos' && photosInFlight >= mostPhotosInFlight) continue
      if (best === null || comesBefore(first, best)) best = first
    }
    return best
  }

  return {
    add,
    next,
    start: (waiting: Waiting) => void inFlight.set(waiting.seq, waiting),
    /** Puts the operation back as it stands now, or takes it out of the line when it has left the outbox. */
    finish: (waiting: Waiting, now: Waiting | null) => {
      inFlight.delete(waiting.seq)
      const chain = chains.get(waiting.chain) ?? []
      const rest = chain.flatMap((other) => (other.seq === waiting.seq ? (now === null ? [] : [now]) : [other]))
      if (rest.length === 0) chains.delete(waiting.chain)
      else chains.set(waiting.chain, rest)
      for (const name of waiting.refersTo) {
        if (now === null) referring.get(name)?.delete(waiting.seq)
        else referring.get(name)?.set(waiting.seq, now)
      }
    },
    inFlight: () => inFlight.size,
    /** When the next one is due that nothing but time holds back; null when there is none. */
    nextDueAt: (now: number): number | null => {
      const waits = [...chains.values()].flatMap(([first]) =>
        first !== undefined && first.nextAt > now && isReady({ ...first, nextAt: now }, now) ? [first.nextAt] : [],
      )
      return waits.length === 0 ? null : Math.min(...waits)
    },
    all: () => [...chains.values()].flat(),
  }
}

function comesBefore(one: Waiting, other: Waiting): boolean {
  if (one.lane !== other.lane) return one.lane === 'records'
  return one.seq < other.seq
}
