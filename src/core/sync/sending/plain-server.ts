import type { Failure } from '#core/sync/requests/answers.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { idOfKey, serverIdOf } from '#core/sync/records/keys.ts'
import { isEmbeddedReference } from '#core/sync/records/references.ts'
import { normalizeRecord } from '#core/sync/records/server-copy.ts'
import type { Operation } from '#core/sync/operation.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { readList } from './read-from-server.ts'
import { collectionPath } from './rest-calls.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext } from './sending-context.ts'

export type Search =
  | { kind: 'found'; record: Fields }
  | { kind: 'absent' }
  /** Several records match, or one almost does, or the list was incomplete: the agent decides. */
  | { kind: 'unclear' }
  | { kind: 'failed'; verdict: Failure }

/**
 * Looks for the record of a create that got no answer, on a server without keys (rule K3). Reads the whole list and compares all sent
 * fields, but only of records that this device does not have yet.
 */
export async function findCreated(sending: SendingContext, operation: Operation): Promise<Search> {
  const { replica } = sending.ports
  const referenceIds = await replica.transact('read', (tx) => idsOfReferences(tx, operation))
  const path = collectionPath(operation.entity, referenceIds)
  if (path === null) return { kind: 'unclear' }

  const alike: Fields[] = []
  for await (const step of readList(sending, path)) {
    if (step.kind === 'failed') return step
    if (step.kind === 'incomplete') return { kind: 'unclear' }
    if (step.kind === 'page') {
      alike.push(...step.records.filter((record) => likeness(record, operation, referenceIds) >= minLikeness))
    }
  }
  const unknown = await withoutKnown(sending, operation, alike)
  if (unknown.length === 0) return { kind: 'absent' }
  const [match, another] = unknown.filter((record) => likeness(record, operation, referenceIds) === 1)
  return match !== undefined && another === undefined ? { kind: 'found', record: match } : { kind: 'unclear' }
}

/** Returns the server ids of the records that an operation refers to, by field. A record without an id is left out. */
export async function idsOfReferences(
  tx: ReplicaTransaction,
  { references }: Pick<Operation, 'references'>,
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [field, { entity, key }] of Object.entries(references)) {
    const id = await idOfKey(tx, entity, key)
    if (id !== null) ids[field] = id
  }
  return ids
}

/** If a record has at least half of the sent values, the create is not sent again: the record may have been changed since. */
const minLikeness = 0.5

/** Returns the share of the sent values that a record has, from 0 to 1. Values that are empty on both sides do not count. */
export function likeness(
  record: Fields,
  operation: Pick<Operation, 'opId' | 'entity' | 'changes'>,
  referenceIds: Record<string, number>,
): number {
  if (record['client_key'] === operation.opId) return 1
  const { record: stored, references } = normalizeRecord(operation.entity, record)
  const { parent, extensions = [] } = kinds[operation.entity]
  const sent: [Json, Json | undefined][] = Object.entries(operation.changes)
    .filter(([field]) => !extensions.includes(field))
    .filter(([field, value]) => field in stored && !(isSameValue(value, null) && isSameValue(stored[field], null)))
    .map(([field, value]) => [value, stored[field]])
  for (const [field, id] of Object.entries(referenceIds))
    if (field !== parent && !isEmbeddedReference(field)) sent.push([id, references[field]])
  const same = sent.filter(([sentValue, storedValue]) => isSameValue(sentValue, storedValue))
  return sent.length === 0 ? 0 : same.length / sent.length
}

async function withoutKnown(
  { ports }: SendingContext,
  { entity, key }: Operation,
  records: Fields[],
): Promise<Fields[]> {
  return ports.replica.transact('read', async (tx) => {
    const unknown: Fields[] = []
    for (const record of records) {
      const id = serverIdOf(record['id'])
      if (id === null) continue
      const alias = await tx.mappingOfId(entity, id)
      const isKnown = (alias !== undefined && alias.key !== key) || (await tx.row(entity, String(id))) !== undefined
      if (!isKnown) unknown.push(record)
    }
    return unknown
  })
}

/**
 * Returns the kinds with a create that got no answer. New records of these kinds are not pulled yet, because one may be the record of that
 * create: rule K3 decides first.
 */
export async function kindsHeldBack(tx: ReplicaTransaction): Promise<Set<EntityName>> {
  const heldBack = new Set<EntityName>()
  for await (const { kind, attempt, state, entity } of everyOperation(tx)) {
    const isSent = kinds[entity].onPlainServers.create === 'synced'
    if (isSent && kind === 'create' && attempt !== null && state !== 'attention') heldBack.add(entity)
  }
  return heldBack
}
