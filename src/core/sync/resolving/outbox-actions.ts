import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { versionOf, withoutKey, declaredFields, pick } from '#core/sync/records/record-fields.ts'
import { isEmptyUpdate } from '#core/sync/writing/update-record.ts'
import { journalEntry } from '#core/sync/records/journal-entry.ts'
import { isEmbeddedReference, referencesIn } from '#core/sync/records/references.ts'
import { combineFieldTexts } from '#core/sync/writing/merge.ts'
import { moveOperations, redirectRows } from '#core/sync/records/move-references.ts'
import { underNewKey, everyOperation, newOperation } from '#core/sync/records/operations.ts'
import { type AttachedFile, type Operation, type DiscardedValue, blobKeysOf } from '#core/sync/operation.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { rebase, writtenFields } from '#core/sync/records/rebase.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { discardedFrom, logResolution } from './discarded-values.ts'
import { discardDeletion } from '#core/sync/writing/undo-delete.ts'
import { resendRejectedChildren } from '#core/sync/records/child-records.ts'

/** `in-flight`: nothing was changed, because the operation is being sent. `missing`: it has left the outbox, or a record that the action needs is gone. */
export type ActionOutcome = 'done' | 'in-flight' | 'missing'

type Now = Pick<Clock, 'now'>

/** Operations that are discarded with this one: for a create, later ones of its record and all that refer to the record. */
export async function dependantsOf(replica: Replica, opId: string): Promise<Operation[]> {
  return replica.transact('read', async (tx) => {
    const operation = await tx.operationByOpId(opId)
    return operation === undefined ? [] : collectDependants(tx, operation)
  })
}

/** Discards an operation and its `dependantsOf` (fault E6). */
export async function discardOperation(replica: Replica, clock: Now, opId: string): Promise<ActionOutcome> {
  const settlement = { note: 'discarded' as const, settledAt: clock.now() }
  return replica.transact('write', async (tx) => {
    const operation = await tx.operationByOpId(opId)
    if (operation === undefined) return 'missing'
    const all = [operation, ...(await collectDependants(tx, operation))]
    if (all.some(({ state }) => state === 'sending')) return 'in-flight'
    for (const discarded of all) await tx.addToJournal(await journalEntry(tx, discarded, settlement))
    await tx.deleteOperations(all.map(({ seq }) => seq))
    if (operation.kind === 'delete') await discardDeletion(tx, operation)
    if (operation.kind === 'update') await replaceBaseInLater(tx, operation)
    for (const discarded of all) {
      if (discarded.conflict === null) continue
      // The journal stores the agent's side of a conflict, as after any other decision.
      const { changes } = discarded
      await logResolution(tx, discarded, discardedFrom('mine', changes, Object.keys(changes)), settlement.settledAt)
    }
    // Rebases each record only once: the first rebase deletes the base that a second one would need.
    const records = new Map(all.map(({ entity, key }) => [`${entity} ${key}`, { entity, key }]))
    for (const { entity, key } of records.values()) await rebase(tx, entity, key)
    await unblock(tx)
    await tx.deleteFiles(all.flatMap(blobKeysOf))
    return 'done'
  })
}

/** Sends a waiting operation now, or a rejected one under a new key (fault H3). */
export function retryOperation(replica: Replica, opId: string): Promise<ActionOutcome> {
  return applyDecision(replica, opId, async (tx, operation) => {
    if (operation.state === 'attention') await tx.putOperation(underNewKey(operation))
    else if (operation.state !== 'conflict')
      await tx.putOperation({ ...operation, nextAt: 0, state: operation.attempt === null ? 'queued' : 'unknown' })
  })
}

/** `mine`: the value of this operation. `theirs`: the value of the conflict's other side. `both`: the two texts joined. */
export type Choice = 'mine' | 'theirs' | 'both'

/**
 * Resolves a conflict with a choice for each field; `mine` by default, and where `both` texts cannot be joined. For a deletion, a single
 * `theirs` discards the deletion. If the record was deleted on the server, use `restoreDeleted` or `discardOperation` instead.
 */
export function resolveConflict(
  replica: Replica,
  clock: Now,
  opId: string,
  choices: Record<string, Choice>,
): Promise<ActionOutcome> {
  return applyDecision(replica, opId, async (tx, operation) => {
    const { conflict } = operation
    if (conflict === null) return
    const theirs = conflict.theirs ?? {}
    const isDeletion = operation.kind === 'delete'
    if (isDeletion && Object.values(choices).includes('theirs')) return discardDeletion(tx, operation)
    const changes = { ...operation.changes }
    const discardedValues: DiscardedValue[] = []
    for (const field of conflict.fields) {
      const choice = choices[field] ?? 'mine'
      const both = choice === 'both' ? textOfBoth(operation, field) : undefined
      if (both !== undefined) changes[field] = both
      else if (choice === 'theirs') {
        for (const one of withDependentFields(operation.entity, field)) delete changes[one]
        discardedValues.push(...discardedFrom('mine', operation.changes, [field]))
      } else discardedValues.push(...discardedFrom('theirs', theirs, [field]))
    }
    await logResolution(tx, operation, discardedValues, clock.now())
    const seen = isDeletion ? Object.keys(operation.base) : conflict.fields
    const decided: Operation = {
      ...underNewKey(operation),
      mergeRounds: 0,
      changes,
      base: { ...operation.base, ...pick(theirs, seen) },
      baseVersion: conflict.theirVersion ?? operation.baseVersion,
      // The child records that the agent has seen with this conflict, so that they cause no further conflict.
      ...(conflict.below === undefined ? {} : { below: conflict.below }),
    }
    if (isEmptyUpdate(decided)) await tx.deleteOperations([operation.seq])
    else await tx.putOperation(decided)
  })
}

function withDependentFields(entity: EntityName, field: string): string[] {
  const others = Object.entries(kinds[entity].dependsOn ?? {}).filter(([, leader]) => leader === field)
  return [field, ...others.map(([name]) => name)]
}

/**
 * Recreates a record that was deleted on the server, under its local key and with the agent's edits (fault G4). `files`: the record's files,
 * which the server deleted with it. If the server has the record again, sends the edit to it instead.
 */
export function restoreDeleted(
  replica: Replica,
  clock: Now,
  opId: string,
  newOpId: string,
  files: Readonly<Record<string, AttachedFile>> = {},
): Promise<ActionOutcome> {
  return applyDecision(replica, opId, async (tx, operation) => {
    const { entity, key } = operation
    const base = await tx.base(entity, key)
    if (operation.kind === 'update' && base !== undefined && base.gone !== true) {
      await tx.putOperation(underNewKey(operation))
      return
    }
    const row = await tx.row(entity, key)
    if (row === undefined) return 'missing'
    return recreate(tx, replica.owner, { entity, row }, { opId: newOpId, now: clock.now(), files })
  })
}

/** Links a create (refusal `may_exist`) to the server's record `id`, which the agent recognized, instead of sending it again (fault G8). */
export function linkToExisting(replica: Replica, clock: Now, opId: string, id: number): Promise<ActionOutcome> {
  return applyDecision(replica, opId, async (tx, operation) => {
    const { entity, key } = operation
    const idKey = String(id)
    if ((await tx.recordQueue(entity, idKey)).some(({ state }) => state === 'sending')) return 'in-flight'
    const existing = await tx.row(entity, idKey)
    const base = await tx.base(entity, idKey)
    await tx.putMapping({ entity, key, id })
    await tx.addToJournal(await journalEntry(tx, operation, { note: 'adopted', settledAt: clock.now() }))
    await tx.deleteOperations([operation.seq])
    const record =
      base?.record ??
      (existing === undefined ? { ...operation.shown, ...writtenFields(operation), id } : withoutKey(existing))
    await tx.putBase({ entity, key, record, version: base?.version ?? versionOf(existing) })
    if (existing !== undefined) {
      await tx.deleteRows(entity, [idKey])
      await redirectRows(tx, { entity, from: idKey, to: key })
      await moveOperations(tx, { entity, from: idKey, to: key })
    }
  })
}

/** Runs `work`, which applies the agent's decision about an operation, in one transaction; not while the operation is being sent. */
export async function applyDecision(
  replica: Replica,
  opId: string,
  work: (tx: ReplicaTransaction, operation: Operation) => Promise<ActionOutcome | void>,
): Promise<ActionOutcome> {
  return replica.transact('write', async (tx) => {
    const operation = await tx.operationByOpId(opId)
    if (operation === undefined) return 'missing'
    if (operation.state === 'sending') return 'in-flight'
    const outcome = (await work(tx, operation)) ?? 'done'
    if (outcome !== 'done') return outcome
    await rebase(tx, operation.entity, operation.key)
    await unblock(tx)
    return outcome
  })
}

/** Queues all blocked operations; the next push blocks those again that still depend on one that cannot be sent. */
async function unblock(tx: ReplicaTransaction): Promise<void> {
  for (const operation of await tx.operationsInState('blocked'))
    await tx.putOperation({ ...operation, state: 'queued', nextAt: 0 })
}

async function collectDependants(tx: ReplicaTransaction, operation: Operation): Promise<Operation[]> {
  if (operation.kind !== 'create') return []
  const lost = new Set([`${operation.entity} ${operation.key}`])
  const dependants: Operation[] = []
  // Repeats until a pass finds no further one.
  for (let previousCount = -1; previousCount !== dependants.length;) {
    previousCount = dependants.length
    for await (const other of everyOperation(tx)) {
      if (other.opId === operation.opId || dependants.some(({ opId }) => opId === other.opId)) continue
      // Embedded references do not count: a tour may have a stop whose listing is never created.
      const refersToLost = Object.entries(other.references).some(
        ([field, { entity, key }]) => !isEmbeddedReference(field) && lost.has(`${entity} ${key}`),
      )
      if (!refersToLost && !lost.has(`${other.entity} ${other.key}`)) continue
      dependants.push(other)
      if (other.kind === 'create') lost.add(`${other.entity} ${other.key}`)
    }
  }
  return dependants
}

/** In the bases of later operations, replaces values of the discarded operation by the values before it. */
async function replaceBaseInLater(tx: ReplicaTransaction, discarded: Operation): Promise<void> {
  for (const later of await tx.recordQueue(discarded.entity, discarded.key)) {
    if (later.seq < discarded.seq) continue
    const base = { ...later.base }
    for (const [field, value] of Object.entries(discarded.changes)) {
      if (field in base && field in discarded.base && isSameValue(base[field], value)) {
        base[field] = discarded.base[field] ?? null
      }
    }
    await tx.putOperation({ ...later, base })
  }
}

/** Both sides of a conflicting field joined to one text; `undefined` for fields that are not prose, and if the text would be too long. */
export function textOfBoth({ entity, base, changes, conflict }: Operation, field: string): string | undefined {
  return combineFieldTexts(entity, field, [base[field], changes[field], conflict?.theirs?.[field]])
}

/** Replaces a record's operations with a create, and queues rejected operations on its children again. */
export async function recreate(
  tx: ReplicaTransaction,
  owner: string,
  { entity, row }: { entity: EntityName; row: Row },
  { opId, now, files = {} }: { opId: string; now: number; files?: Readonly<Record<string, AttachedFile>> },
): Promise<'done' | 'in-flight'> {
  const { key } = row
  const queue = await tx.recordQueue(entity, key)
  if (queue.some(({ state }) => state === 'sending')) return 'in-flight'
  await tx.deleteOperations(queue.map(({ seq }) => seq))
  await tx.deleteBase(entity, key)
  // Screens show these values until the server's copy arrives. The server deleted the files, so their URLs are left out.
  const leftOut = new Set(['id', 'version', ...Object.keys(files)])
  const shown = Object.fromEntries(Object.entries(withoutKey(row)).filter(([field]) => !leftOut.has(field)))
  const content = { changes: declaredFields(entity, row), references: referencesIn(entity, row), files, shown }
  await tx.addOperation(newOperation({ owner, opId, entity, key, kind: 'create', madeAt: now, ...content }))
  await rebase(tx, entity, key)
  await resendRejectedChildren(tx, entity, key)
  return 'done'
}
