import type { ServerChange } from '#core/sync/pulling/apply-changes.ts'
import { withoutKey, declaredFields, pick } from '#core/sync/records/record-fields.ts'
import type { Fields } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { confirmedEntries } from '#core/sync/pulling/find-losses.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import type { Conflict, JournalEntry, LocalKey, NewOperation } from '#core/sync/operation.ts'
import { parentReference } from '#core/sync/records/references.ts'
import { idsOfReferences, likeness } from '#core/sync/sending/plain-server.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { storeBase, rebase } from '#core/sync/records/rebase.ts'
import { ownRefusal } from '#core/sync/requests/answers.ts'
import type { ReadingContext } from '#core/sync/sending/sending-context.ts'
import { putServerDeletion, serverCopyOf } from '#core/sync/records/server-copy.ts'

/** The agent is asked only about what this device wrote within this time. */
const recentMs = 24 * 3_600_000
/** A request and its repetition are assumed to reach the server within this time of each other. */
const repeatMs = 60_000

export async function recentlyConfirmed(
  tx: ReplicaTransaction,
  entity: EntityName,
  now: number,
): Promise<JournalEntry[]> {
  return (await confirmedEntries(tx, now - recentMs)).filter((entry) => entry.entity === entity)
}

/** Asks the agent about a recently confirmed record that is missing now: deleted elsewhere, or lost by a restored server (fault C19)? */
export async function askAboutLost(
  tx: ReplicaTransaction,
  { ports }: Pick<ReadingContext, 'ports'>,
  entity: EntityName,
  key: LocalKey,
): Promise<void> {
  const row = await tx.row(entity, key)
  if (row === undefined) return
  await addConflict(tx, ports, entity, row, { kind: 'update', theirs: null })
  await putServerDeletion(tx, entity, key, null)
}

type Question = Pick<NewOperation, 'kind'> & Partial<Pick<NewOperation, 'base' | 'refusal'>> & Pick<Conflict, 'theirs'>

/** Adds an operation in conflict to the outbox; it is sent only if the agent decides so. */
async function addConflict(
  tx: ReplicaTransaction,
  { replica, ids, clock }: ReadingContext['ports'],
  entity: EntityName,
  row: Row,
  { kind, base = {}, theirs, refusal = null }: Question,
): Promise<void> {
  const at = clock.now()
  const parts = { owner: replica.owner, opId: ids.uuid(), entity, key: row.key, kind, madeAt: at, base }
  const operation = newOperation({ ...parts, references: parentReference(entity, row) })
  const conflict = { theirs, theirVersion: null, fields: [], at }
  await tx.addOperation({ ...operation, state: 'conflict', conflict, refusal })
}

/** Returns the new records that the server created by mistake when it received a request of this device twice: same content and time. */
export async function duplicatesIn(
  tx: ReplicaTransaction,
  entity: EntityName,
  changes: readonly ServerChange[],
  now: number,
): Promise<ServerChange[]> {
  const creates = (await recentlyConfirmed(tx, entity, now)).filter(({ kind }) => kind === 'create')
  const duplicates: ServerChange[] = []
  for (const change of creates.length === 0 ? [] : changes) {
    if ((await tx.mappingOfId(entity, change.id)) !== undefined) continue
    if ((await tx.row(entity, String(change.id))) !== undefined) continue
    for (const create of creates) if (await isDuplicate(tx, create, change)) duplicates.push(change)
  }
  return duplicates
}

async function isDuplicate(tx: ReplicaTransaction, create: JournalEntry, { record }: ServerChange): Promise<boolean> {
  if (record === null || !mayComeFromOneRequest(create, record)) return false
  const referenceIds = await idsOfReferences(tx, create)
  if (likeness(record, create, referenceIds) === 1) return true
  // A server may store values in its own way, such as an address in lower case.
  const confirmedCopy = await serverCopyOf(tx, create.entity, create.key)
  const asStored = pick(confirmedCopy ?? {}, Object.keys(create.changes))
  return likeness(record, { ...create, changes: asStored }, referenceIds) === 1
}

/** Whether one request can have created both records. Without creation times, they need a date or another field that duplicates share. */
function mayComeFromOneRequest({ entity, identity, triedForMs = 0 }: JournalEntry, record: Fields): boolean {
  const [createdAt, otherCreatedAt] = [identity?.['created_at'], record['created_at']]
  if (typeof createdAt === 'string' && typeof otherCreatedAt === 'string')
    return Math.abs(Date.parse(createdAt) - Date.parse(otherCreatedAt)) <= repeatMs + triedForMs
  const { duplicatesShare } = kinds[entity]
  return createdAt === otherCreatedAt && duplicatesShare !== undefined && typeof record[duplicatesShare] === 'string'
}

/** Asks the agent whether to delete the second of two records that came from one request. The second one is hidden until the agent decides. */
export async function askAboutDuplicate(
  tx: ReplicaTransaction,
  { ports }: Pick<ReadingContext, 'ports'>,
  entity: EntityName,
  { id }: ServerChange,
): Promise<void> {
  const key = String(id)
  const row = await tx.row(entity, key)
  if (row === undefined) return
  const message = 'The server made it twice in answer to one request. Delete the second one, or keep both.'
  const refusal = ownRefusal(madeTwiceCode, message, ports.clock.now())
  await storeBase(tx, entity, key)
  const base = declaredFields(entity, row)
  await addConflict(tx, ports, entity, row, { kind: 'delete', base, theirs: withoutKey(row), refusal })
  await rebase(tx, entity, key)
}

const madeTwiceCode = 'made_twice'
