import { isStuck } from './chains.ts'
import { type EntityName, declarations } from './entities.ts'
import { idOfKey } from './keys.ts'
import { isInList, keyInList, withIdsInLists } from './list-references.ts'
import type { Attempt, LocalKey, Operation } from './operation.ts'
import type { ReplicaTransaction, Row } from './ports.ts'
import { type Fresh, prepareToSend } from './prepare-to-send.ts'
import { rebase } from './rebase.ts'
import { ownRefusal } from './refusals.ts'
import { type ReadyOperation, isMainPhotoCall, wholeRecord } from './rest-calls.ts'
import { isDue } from './retry.ts'
import type { Sending } from './sending.ts'
import { serverCopyOf } from './server-copy.ts'
import { isOfNewerFormat } from './upgrade-operation.ts'

/** `before`: the operation as it was when it was claimed. */
export type Claimed = { ready: ReadyOperation; before: Operation }

/** The creates that go in the same request, before this one: the key of each by the record that it makes. */
export type Company = { keyOfCreate: (entity: EntityName, key: LocalKey) => string | null }

const alone: Company = { keyOfCreate: () => null }

/**
 * Takes an operation to send by compare-and-set, in the caller's transaction (faults B1, B17): it is read again here,
 * merged with the newest copy while it may still change, and frozen with its attempt. Null when it has been dealt with
 * here, or another context has it, or it is not its turn.
 */
export async function claim(
  store: ReplicaTransaction,
  sending: Sending,
  seq: number,
  fresh: Fresh | null,
  company: Company = alone,
): Promise<Claimed | null> {
  const now = sending.ports.clock.now()
  const operation = await store.operation(seq)
  if (operation === undefined || !isSendable(operation, sending, now)) return null
  const [first] = await store.chain(operation.entity, operation.key)
  if (first?.seq !== seq) return null

  const ids = await resolveIds(store, operation, sending, company)
  if (ids === 'not-yet') return null
  if (ids === 'gone') {
    await store.putOperation({ ...operation, state: 'attention', refusal: recordIsGone(now) })
    return null
  }
  const known = withKnownIds(operation, ids.inLists)
  const prepared = await prepareToSend(store, sending, known, fresh)
  if (prepared === null) return null

  const target = targetOf(prepared, sending)
  const attempt = isFrozen(prepared, sending)
    ? { ...prepared.attempt, startedAt: now, sender: sending.sender }
    : await newAttempt(store, prepared, target, sending, now)
  const claimed: Operation = {
    ...prepared,
    state: 'sending',
    attempts: operation.attempts + 1,
    attempt,
    firstAttemptAt: operation.firstAttemptAt ?? now,
  }
  await store.putOperation(claimed)
  // Lists say ids now, and not what will never be.
  if (known !== operation) await rebase(store, operation.entity, operation.key)
  const { id, references } = ids
  const alwaysSent = target.entity === 'listing' ? await propertyOf(store, await store.row('listing', target.key)) : {}
  const ready = { operation: claimed, id, references, alwaysSent, ifMatch: attempt.ifMatch, whole: attempt.whole }
  return { ready, before: prepared }
}

function isSendable(operation: Operation, { ports }: Sending, now: number): boolean {
  if (operation.owner !== ports.replica.owner || isOfNewerFormat(operation)) return false
  return !isStuck(operation) && operation.state !== 'sending' && isDue(operation.nextAt, now)
}

/** With keys, what may have reached the server goes again as the same bytes; without, it is worked out anew. */
export function isFrozen(operation: Operation, { abilities }: Sending): operation is Operation & { attempt: Attempt } {
  return operation.attempt !== null && abilities.keys
}

/** `inLists` are the ids behind the keys that stand in lists. */
type Ids = Pick<ReadyOperation, 'id' | 'references'> & { inLists: ReadonlyMap<LocalKey, number> }

async function resolveIds(
  store: ReplicaTransaction,
  operation: Operation,
  { abilities }: Sending,
  company: Company,
): Promise<Ids | 'not-yet' | 'gone'> {
  const references: ReadyOperation['references'] = {}
  const inLists = new Map<LocalKey, number>()
  for (const [field, { entity, key }] of Object.entries(operation.references)) {
    if ((await store.chain(entity, key)).some(({ kind }) => kind === 'create')) {
      const keyOfCreate = company.keyOfCreate(entity, key)
      // What stands in a list is kept by its id, which is not known yet.
      if (keyOfCreate === null || isInList(field)) return 'not-yet'
      references[field] = { $created: keyOfCreate }
      continue
    }
    const id = await idOfKey(store, entity, key)
    if (isInList(field)) {
      if (id !== null) inLists.set(keyInList(field), id)
    } else if (id === null) return 'gone'
    else references[field] = id
  }
  if (operation.kind === 'create') return { id: null, references, inLists }
  const id = await idOfKey(store, operation.entity, operation.key)
  if (id !== null || isMainPhotoCall(operation, abilities)) return { id, references, inLists }
  // One that the server has no more is asked about, or is as good as deleted.
  const isGone = (await store.base(operation.entity, operation.key))?.gone === true
  return isGone ? { id, references, inLists } : 'gone'
}

/** What was written by keys, by the server's ids; an operation that is frozen has them already. */
function withKnownIds(operation: Operation, ids: ReadonlyMap<LocalKey, number>): Operation {
  if (!Object.keys(operation.references).some(isInList)) return operation
  const idOf = (key: LocalKey) => ids.get(key) ?? null
  return {
    ...operation,
    changes: withIdsInLists(operation.entity, operation.changes, idOf),
    base: withIdsInLists(operation.entity, operation.base, idOf),
  }
}

/** The record that the request writes: the operation's own, or the listing whose main photo it is. */
function targetOf(operation: Operation, { abilities }: Sending): { entity: EntityName; key: LocalKey } {
  const listing = operation.references['listing']
  const { entity, key } = isMainPhotoCall(operation, abilities) && listing !== undefined ? listing : operation
  return { entity, key }
}

async function newAttempt(
  store: ReplicaTransaction,
  operation: Operation,
  target: ReturnType<typeof targetOf>,
  sending: Sending,
  now: number,
): Promise<Attempt> {
  const base = await store.base(operation.entity, operation.key)
  const isChange = operation.kind === 'update' || isMainPhotoCall(operation, sending.abilities)
  const isWhole = isChange && (await takesOnlyPut(store, sending, target.entity))
  const known =
    target.entity === operation.entity || !isWhole ? base?.record : await serverCopyOf(store, target.entity, target.key)
  return {
    startedAt: now,
    ifMatch: operation.kind === 'create' ? null : (base?.version ?? operation.baseVersion),
    whole: isWhole && known ? wholeRecord(target.entity, known) : null,
    sender: sending.sender,
  }
}

/** Whether a record of this kind is changed by sending all of it. */
export async function takesOnlyPut(
  store: ReplicaTransaction,
  { abilities }: Pick<Sending, 'abilities'>,
  entity: EntityName,
): Promise<boolean> {
  if (!abilities.keys && declarations[entity].takesOnlyPut === true) return true
  return (await store.fact<boolean>(takesOnlyPutFact(entity))) === true
}

/** Remembers that a server does not know PATCH. */
export function takesOnlyPutFact(entity: string): string {
  return `takes-only-put ${entity}`
}

/** Every write of a listing names its property (decisions §10). */
async function propertyOf(store: ReplicaTransaction, listing: Row | undefined): Promise<Record<string, number>> {
  const key = listing?.['property_key']
  const id = typeof key === 'string' ? await idOfKey(store, 'property', key) : null
  return id === null ? {} : { property: id }
}

function recordIsGone(now: number) {
  return ownRefusal('parent_gone', 'A record that this belongs to is not on the server any more.', now)
}
