import { kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { bothTexts } from '#core/sync/writing/merge.ts'
import { newOperation } from '#core/sync/records/new-operation.ts'
import { normaliseRecord } from '#core/sync/records/normalise-record.ts'
import type { Operation } from '#core/sync/operation.ts'
import { parentReference } from '#core/sync/records/parent-reference.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { Sending } from './sending.ts'

/**
 * A create that was refused and filled in anew may find its record made by an earlier try, which something on the way had
 * answered for the server and which arrived after all. What the agent has put into it since goes there as an edit (fault H3).
 * `answer` is the record as the create was answered; null where a pull has brought it before the create went anew. Then nobody
 * knows whether what stands there otherwise is older than ours or somebody's later change, so the agent is asked; as where a copy of this
 * device has made the record from words of its own.
 */
export async function writeRest(
  store: ReplicaTransaction,
  { ports }: Sending,
  create: Operation,
  answer: Fields | null,
): Promise<void> {
  const { owner, entity, key, seq, madeAt } = create
  const base = await store.base(entity, key)
  if (base === undefined || base.record === null || base.gone === true) return
  // It was on its way under this revision, so what stands there otherwise may be somebody's later change.
  if (answer === null && create.attempt !== null) return
  const later = (await store.chain(entity, key)).filter((other) => other.seq > seq)
  if (later.some(({ kind }) => kind === 'delete')) return
  const made = answer === null ? base.record : normaliseRecord(entity, answer).record
  const isByCopy = create.mergeRounds > 0
  const isAsked = answer === null || isByCopy
  const rest = restOf(create, made, isAsked)
  if (isByCopy) for (const [field, ours] of Object.entries(rest)) if (isSameValue(ours, null)) delete rest[field]
  for (const { changes } of later) for (const field of Object.keys(changes)) delete rest[field]
  const fields = Object.keys(rest)
  if (fields.length === 0) return
  await store.addOperation(
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

/** The fields that stand there otherwise than the create says; what a server makes up by itself is left to it. */
function restOf({ entity, changes }: Operation, made: Fields, keepsTexts: boolean): Fields {
  const { mergeRules, extensions = [] } = kinds[entity]
  const rest: Fields = {}
  for (const [field, ours] of Object.entries(changes)) {
    const theirs = made[field]
    const isTheirs = mergeRules[field] === 'mine' || extensions.includes(field)
    if (theirs === undefined || isTheirs || isSameValue(theirs, ours)) continue
    const isText = mergeRules[field] === 'both-texts' && typeof ours === 'string' && typeof theirs === 'string'
    // Ours alone, where both are too long for one text, is asked about when it goes: nothing is known to stand below it.
    const wanted = isText && keepsTexts ? (bothTexts('', ours, theirs) ?? ours) : ours
    if (!isSameValue(theirs, wanted)) rest[field] = wanted
  }
  return rest
}
