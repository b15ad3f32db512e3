import type { Fields } from '#core/contract/json.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { bothTexts } from '#core/sync/writing/merge.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { normalizeRecord } from '#core/sync/records/server-copy.ts'
import type { Operation } from '#core/sync/operation.ts'
import { parentReference } from '#core/sync/records/references.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext } from './sending-context.ts'

/**
 * Queues an edit with the corrections that the server's record lacks: the server may answer a corrected create with the record of an earlier
 * try, which arrived after all (fault H3). `answer` is that record as the server sent it, or null if a pull brought it first. With null, or if
 * a device with a copy of this device's data created the record, the differences may be edits by another device: the agent decides.
 */
export async function patchMissingFields(
  tx: ReplicaTransaction,
  { ports }: SendingContext,
  create: Operation,
  answer: Fields | null,
): Promise<void> {
  const { owner, entity, key, seq, madeAt } = create
  const base = await tx.base(entity, key)
  if (base === undefined || base.record === null || base.gone === true) return
  // The corrected create itself may have arrived; then the differences are later changes by other devices.
  if (answer === null && create.attempt !== null) return
  const later = (await tx.recordQueue(entity, key)).filter((other) => other.seq > seq)
  if (later.some(({ kind }) => kind === 'delete')) return
  const serverRecord = answer === null ? base.record : normalizeRecord(entity, answer).record
  // The `mergeRounds` of a create rise only if another device with a copy of this device's data has used its key.
  const isByCopy = create.mergeRounds > 0
  const isAgentAsked = answer === null || isByCopy
  const missing = missingValues(create, serverRecord, isAgentAsked)
  // Fields that are empty here do not clear the other device's values.
  if (isByCopy) for (const [field, ours] of Object.entries(missing)) if (isSameValue(ours, null)) delete missing[field]
  for (const { changes } of later) for (const field of Object.keys(changes)) delete missing[field]
  const fields = Object.keys(missing)
  if (fields.length === 0) return
  await tx.addOperation(
    newOperation({
      owner,
      opId: ports.ids.uuid(),
      entity,
      key,
      kind: 'update',
      madeAt,
      changes: missing,
      references: parentReference(entity, base.record),
      // With a base of null, the merge finds a conflict in each field for which the server has a value.
      base: Object.fromEntries(fields.map((field) => [field, isAgentAsked ? null : (serverRecord[field] ?? null)])),
      baseVersion: base.version,
    }),
  )
}

function missingValues({ entity, changes }: Operation, serverRecord: Fields, joinsTexts: boolean): Fields {
  const { mergeRules, extensions = [] } = kinds[entity]
  const missing: Fields = {}
  for (const [field, ours] of Object.entries(changes)) {
    const theirs = serverRecord[field]
    const isNotCompared = mergeRules[field] === 'mine' || extensions.includes(field)
    if (theirs === undefined || isNotCompared || isSameValue(theirs, ours)) continue
    const isText = mergeRules[field] === 'both-texts' && typeof ours === 'string' && typeof theirs === 'string'
    const value = isText && joinsTexts ? (bothTexts('', ours, theirs) ?? ours) : ours
    if (!isSameValue(theirs, value)) missing[field] = value
  }
  return missing
}
