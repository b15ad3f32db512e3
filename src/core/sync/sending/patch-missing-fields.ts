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
 * Queues an edit with the corrections that the server's record lacks: a create that was refused and corrected may find the record of an
 * earlier try that arrived after all (fault H3). `answer` is the record as the server sent it, or null if a pull brought it first. If it is
 * null, or another device with a copy of this device's data created the record, others may have made the differences: the agent decides.
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
  // The create was sent under this revision, so the differences may be later changes by others.
  if (answer === null && create.attempt !== null) return
  const later = (await tx.recordQueue(entity, key)).filter((other) => other.seq > seq)
  if (later.some(({ kind }) => kind === 'delete')) return
  const made = answer === null ? base.record : normalizeRecord(entity, answer).record
  // A create is merged only if another device with a copy of this device's data has used its key.
  const isByCopy = create.mergeRounds > 0
  const isAsked = answer === null || isByCopy
  const rest = missingValues(create, made, isAsked)
  if (isByCopy) for (const [field, ours] of Object.entries(rest)) if (isSameValue(ours, null)) delete rest[field]
  for (const { changes } of later) for (const field of Object.keys(changes)) delete rest[field]
  const fields = Object.keys(rest)
  if (fields.length === 0) return
  await tx.addOperation(
    newOperation({
      owner,
      opId: ports.ids.uuid(),
      entity,
      key,
      kind: 'update',
      madeAt,
      changes: rest,
      references: parentReference(entity, base.record),
      base: Object.fromEntries(fields.map((field) => [field, isAsked ? null : (made[field] ?? null)])),
      baseVersion: base.version,
    }),
  )
}

/** The fields of the create that `made`, the server's record, has with other values. If `keepsTexts`, texts are joined with the server's. */
function missingValues({ entity, changes }: Operation, made: Fields, keepsTexts: boolean): Fields {
  const { mergeRules, extensions = [] } = kinds[entity]
  const rest: Fields = {}
  for (const [field, ours] of Object.entries(changes)) {
    const theirs = made[field]
    const isTheirs = mergeRules[field] === 'mine' || extensions.includes(field)
    if (theirs === undefined || isTheirs || isSameValue(theirs, ours)) continue
    const isText = mergeRules[field] === 'both-texts' && typeof ours === 'string' && typeof theirs === 'string'
    const wanted = isText && keepsTexts ? (bothTexts('', ours, theirs) ?? ours) : ours
    if (!isSameValue(theirs, wanted)) rest[field] = wanted
  }
  return rest
}
