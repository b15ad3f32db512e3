import { kinds } from '#core/kinds/all-kinds.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { composeRow } from './rebase.ts'
import { describeOperation } from './describe-operation.ts'
import type { Fields } from '#core/contract/json.ts'
import type { RelatedRecords } from '#core/kinds/kind-of-record.ts'
import type { JournalEntry, NewOperation, Reference } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { identityOf } from './server-copy.ts'

/** Returns the journal entry of an operation that is about to leave the outbox. `answer`: what the server sent, if it confirmed the operation. */
export async function journalEntry(
  tx: ReplicaTransaction,
  operation: NewOperation,
  { note, settledAt }: Pick<JournalEntry, 'note' | 'settledAt'>,
  answer: { record?: Fields | null; assignedVersion?: number | null | undefined; hasTrace?: boolean } = {},
): Promise<JournalEntry> {
  const { opId, revision, entity, key, kind, changes, references, files, madeAt } = operation
  const base = await tx.base(entity, key)
  // Equal to the stored row, which need not be read.
  const row = composeRow({ entity, key }, base, await tx.recordQueue(entity, key))
  const around: RelatedRecords = {
    listing: await rowReferredTo(tx, references['listing']),
    client: await rowReferredTo(tx, references['client']),
    property: await homeOf(tx, operation, row),
  }
  const id = answer.record?.['id']
  const known = row ?? base?.record ?? undefined
  const { title } = describeOperation(operation, id === undefined ? known : { ...known, id }, around)
  const finalNote = note === 'sent' && operation.mergeRounds > 0 ? 'merged' : note
  const fields = { opId, revision, entity, key, kind, changes, references, files, madeAt, title, base: operation.base }
  const identity = identityOf(answer.record ?? base?.record ?? {})
  const trace = answer.hasTrace === true ? { hasTrace: true } : {}
  const retries = wasRetried(operation) ? { triedForMs: Math.max(0, settledAt - operation.firstAttemptAt) } : {}
  return { ...fields, ...trace, ...retries, note: finalNote, settledAt, version: answer.assignedVersion, identity }
}

function wasRetried(operation: NewOperation): operation is NewOperation & { firstAttemptAt: number } {
  return operation.kind === 'create' && operation.attempts > 1 && operation.firstAttemptAt !== null
}

/** Returns the home that a record refers to, unless the record itself contains the home. */
async function homeOf(
  tx: ReplicaTransaction,
  { entity, references }: NewOperation,
  row: Fields | null,
): Promise<Fields | undefined> {
  if (!('property' in kinds[entity].references) || kinds[entity].nested?.includes('property') === true) return undefined
  const key = references['property']?.key ?? row?.[keyField('property')]
  return typeof key === 'string' ? tx.row('property', key) : undefined
}

async function rowReferredTo(tx: ReplicaTransaction, to: Reference | undefined): Promise<Fields | undefined> {
  return to === undefined ? undefined : tx.row(to.entity, to.key)
}
